import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder that the test files of one run share. */
export function siteFolder(): string {
  return join(tmpdir(), "shared");
}
