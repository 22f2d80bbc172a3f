import type { PropsOf } from "../../exports/schema.ts";
import type { Shared } from "../../site/api/payload.ts";
import type { schema } from "./Global.schema.ts";

export type GlobalBlock = PropsOf<typeof schema>;

/** The Global story's fields, resolved with this schema. */
export function globalOf(shared: Shared): GlobalBlock | null {
  return shared.global as GlobalBlock | null;
}
