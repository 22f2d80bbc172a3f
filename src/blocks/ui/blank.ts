import type { Block } from "../../content/payload.ts";

/** Fields that say how a block looks, not what it says. */
const LOOKS = new Set(["component", "_uid", "_mark", "anchor_id", "theme", "image_side", "video_position"]);

/**
 * A block that is still empty: drawn, it would be a bare band of its theme's colour. In a
 * draft it is there all the same, so that an editor can see and choose it.
 */
export function isBlank(block: Readonly<Block>): boolean {
  if (block._editable) return false;
  return Object.entries(block).every(([name, value]) => LOOKS.has(name) || isNothing(value));
}

/** A number or a choice alone shows nothing. */
function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return (
    value === null || value === undefined || value === "" || typeof value === "number" || typeof value === "boolean"
  );
}
