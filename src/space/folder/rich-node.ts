/** Rich text as stored by the content service. */

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

export interface MarkdownLocation {
  path: string;
  context: ExpandContext;
  /** Number of embedded blocks so far; ids are derived from their order. */
  blocks: number;
  /** Passed in, because blocks contain Markdown and Markdown contains blocks. */
  expandBlock(block: unknown, path: string, context: ExpandContext): StoredContent;
}
