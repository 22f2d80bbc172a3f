import { rmSync } from "node:fs";
import { siteFolder } from "./sample-site.ts";

/** Removes what the browser tests generated. */
export function teardown(): void {
  rmSync(siteFolder(), { recursive: true, force: true });
}
