import { fileURLToPath } from "node:url";

/**
 * Folder of sitegen itself, with a slash at the end. Correct from src/ and from the bundled dist/, which are both in
 * it.
 */
export const PACKAGE_ROOT = fileURLToPath(new URL("..", import.meta.url));
