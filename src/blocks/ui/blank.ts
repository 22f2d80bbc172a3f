import type { Block } from "../../site/api/payload.ts";

/** Fields for the look of a block, not its content. */
const LOOKS = new Set(["component", "_uid", "_mark", "anchor_id", "theme", "image_side", "video_position"]);

/**
 * True for an empty block, which would show as an empty band in its theme's colour. In a draft it is rendered, so that
 * an editor can see and select it.
 */
export function isBlank(block: Readonly<Block>): boolean {
  if (block._editable) return false;
  return Object.entries(block).every(([name, value]) => LOOKS.has(name) || isNothing(value));
}

/** A number or an option alone shows nothing. */
function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return (
    value === null || value === undefined || value === "" || typeof value === "number" || typeof value === "boolean"
  );
}
