import type { Block } from "./payload.ts";

/** Whether a value of a payload is a block. Cards have a component's name too, but are none. */
export function isBlock(value: object): value is Block {
  return "component" in value && "_uid" in value && typeof value.component === "string";
}
