import type { ReactNode } from "react";
import type { RichTextNode } from "../../site/api/payload.ts";
import { RichText } from "./rich-text.tsx";
import { useWords } from "./site.tsx";

/** Long legal text, with its table of contents beside it on large screens. */
export function LegalText({ doc, aside }: { doc: RichTextNode | null; aside?: ReactNode }): ReactNode {
  return (
    <div className="legal cols">
      {aside && <div className="legal__aside">{aside}</div>}
      <RichText doc={doc} level={2} className="legal__text" />
    </div>
  );
}

/** Table of contents of the document's headings, two levels deep from the highest one. */
export function TableOfContents({ doc }: { doc: RichTextNode | null }): ReactNode {
  const w = useWords();
  const headings = (doc?.content ?? []).filter((node) => node.type === "heading" && node.id && node.content?.length);
  if (headings.length < 2) return null;
  const top = Math.min(...headings.map((heading) => heading.level ?? 2));
  const shown = headings.filter((heading) => (heading.level ?? 2) <= top + 1);
  return (
    <nav className="legal__toc" aria-label={w("table_of_contents")}>
      <p className="legal__toc-title">{w("table_of_contents")}</p>
      <ol>
        {shown.map((heading) => (
          <li key={heading.id} className={(heading.level ?? 2) > top ? "legal__sub" : undefined}>
            <a className="legal__entry" href={`#${heading.id}`}>
              {plain(heading.content)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A heading's text without marks. */
export function plain(nodes: readonly RichTextNode[] | undefined): string {
  return (nodes ?? []).map((node) => (node.text ?? "") + plain(node.content)).join("");
}
