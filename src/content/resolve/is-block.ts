import type { Block } from "../../site/api/payload.ts";

/** Whether a value of a payload is a block, as src/kit/hydration.ts has it too: shared, it would be a file of its own. */
export function isBlock(value: object): value is Block {
  return "component" in value && "_uid" in value && typeof value.component === "string";
}
