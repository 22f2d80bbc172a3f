import type { Block, Shared } from "../../content/payload.ts";

/** Of the markup that stays, what every page has: blocks of the global story, such as an overlay, are never rendered anew. */
export function keptMarkup(shared: Shared, kept: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const blocks = Object.values(shared.global ?? {})
    .flat()
    .filter(isBlock);
  return new Map(blocks.flatMap(({ _uid }) => (kept.has(_uid) ? [[_uid, kept.get(_uid) ?? ""]] : [])));
}

function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null && "component" in value && "_uid" in value;
}
