import { fileURLToPath } from "node:url";

/** From this file, or from the bundled one in dist/. */
const UP = import.meta.url.endsWith("/src/files/package-root.ts") ? "../.." : "..";

/** sitegen's own folder, with a trailing slash. */
export const PACKAGE_ROOT = fileURLToPath(new URL(UP, import.meta.url));
