/** Rich text as the content service stores it. */

import type { StoredContent } from "../model.ts";
import type { ExpandContext } from "./expand-context.ts";

export interface RichNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: RichNode[];
  text?: string;
  marks?: RichMark[];
}

export interface RichMark {
  type: string;
  attrs?: Record<string, unknown>;
}

/** Where in the story a piece of Markdown is. */
export interface MarkdownLocation {
  path: string;
  context: ExpandContext;
  /** Embedded blocks so far; their ids follow from their order. */
  blocks: number;
  /** Handed in, because blocks hold Markdown and Markdown holds blocks. */
  expandBlock(block: unknown, path: string, context: ExpandContext): StoredContent;
}
