import { fileURLToPath } from "node:url";

/** sitegen's own folder, with a trailing slash. Correct from src/ and from the bundled dist/. */
export const PACKAGE_ROOT = fileURLToPath(new URL("..", import.meta.url));
