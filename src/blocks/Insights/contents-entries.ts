import type { Block, RichTextNode } from "../../site/api/payload.ts";
import { anchorOf } from "../RichtextVideo/anchor.ts";
import { plain } from "../ui/legal.tsx";

export interface ContentsEntry {
  /** Id of the entry's target. */
  id: string;
  title: string;
}

/** An article's table of contents: the headlines of its texts, and in each text the headings of its highest level. */
export function contentsEntries(body: readonly Block[]): ContentsEntry[] {
  return body.flatMap(entriesOf);
}

function entriesOf(block: Block): ContentsEntry[] {
  if (block.component !== "RichtextVideo") return [];
  const { headline, text } = block as Block & { text: RichTextNode | null };
  const own = headline ? [{ id: anchorOf(block), title: String(headline) }] : [];
  const headings = (text?.content ?? []).filter((node) => node.type === "heading" && node.id && node.content?.length);
  const top = Math.min(...headings.map((heading) => heading.level ?? 2));
  const inner = headings.flatMap(({ id, level, content }) =>
    id && (level ?? 2) === top ? [{ id, title: plain(content) }] : [],
  );
  return [...own, ...inner];
}
