import { rmSync } from "node:fs";
import { siteFolder } from "./run-folder.ts";

/** Removes what the browser tests generated. */
export function teardown(): void {
  rmSync(siteFolder(), { recursive: true, force: true });
}
