import type { Block, Shared } from "../../content/payload.ts";

/** Markup kept on every page: blocks of the global story, such as the overlay, are never rendered again. */
export function keptMarkup(shared: Shared, kept: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const blocks = Object.values(shared.global ?? {})
    .flat()
    .filter(isBlock);
  return new Map(blocks.flatMap(({ _uid }) => (kept.has(_uid) ? [[_uid, kept.get(_uid) ?? ""]] : [])));
}

function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null && "component" in value && "_uid" in value;
}
