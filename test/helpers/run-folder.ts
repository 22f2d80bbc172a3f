import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the test files of one run share; test/helpers/global-setup.ts removes it. */
export function siteFolder(): string {
  return join(tmpdir(), `sitegen-e2e-${process.pid}`);
}
