import type { Block } from "../../site/api/payload.ts";

/** The id of a text with a headline, for the table of contents: the editor's, or a generated one. */
export function anchorOf(block: Pick<Block, "_uid"> & { anchor_id?: unknown; headline?: unknown }): string {
  if (typeof block.anchor_id === "string" && block.anchor_id !== "") return block.anchor_id;
  return block.headline ? `part-${block._uid}` : "";
}
