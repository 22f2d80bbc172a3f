import type { Block, Shared } from "../../content/payload.ts";

/** Of the markup that stays, what every page has: the contact overlay is never rendered anew. */
export function keptMarkup(shared: Shared, kept: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const overlay = (shared.global?.contact_overlay ?? []) as Block[];
  return new Map(overlay.flatMap(({ _uid }) => (kept.has(_uid) ? [[_uid, kept.get(_uid) ?? ""]] : [])));
}
