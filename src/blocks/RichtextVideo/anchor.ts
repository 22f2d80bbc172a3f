import type { Block } from "../../content/payload.ts";

/** The id of a text with a headline: the editor's, or one of its own, so that an article's contents can lead to it. */
export function anchorOf(block: Pick<Block, "_uid"> & { anchor_id?: unknown; headline?: unknown }): string {
  if (typeof block.anchor_id === "string" && block.anchor_id !== "") return block.anchor_id;
  return block.headline ? `part-${block._uid}` : "";
}
