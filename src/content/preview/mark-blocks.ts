import { componentName } from "../catalogue.ts";
import type { Block } from "../payload.ts";
import { isRecord } from "../resolve/context.ts";
import { editableMark } from "./edited-story.ts";

export interface MarkOptions {
  /** Id of the block's story. */
  id: number;
  spaceId: string;
  platformName: string;
}

/**
 * Adds the editor's markers, which only drafts have, to a published block, so that a click selects it before the first
 * edit.
 */
export function markBlocks(block: Block, options: MarkOptions): Block {
  return marked(block, options) as Block;
}

function marked(value: unknown, options: MarkOptions): unknown {
  if (Array.isArray(value)) return value.map((item) => marked(item, options));
  if (!isRecord(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, marked(field, options)]));
  const { component, _uid: uid, _editable } = value;
  if (typeof component !== "string" || typeof uid !== "string" || uid === "" || _editable) return copy;
  copy._editable = editableMark({ ...options, name: componentName(component, options.platformName), uid });
  return copy;
}
