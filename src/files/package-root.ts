import { fileURLToPath } from "node:url";

/** The way up from this file, or from the bundled program in dist/. */
const UP = import.meta.url.endsWith("/src/files/package-root.ts") ? "../.." : "..";

/** sitegen's own folder, with a trailing slash. */
export const PACKAGE_ROOT = fileURLToPath(new URL(UP, import.meta.url));
