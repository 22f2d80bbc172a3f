import type { ReactNode } from "react";
import type { Block, RichTextNode } from "../../content/payload.ts";
import { anchorOf } from "../RichtextVideo/anchor.ts";
import { plain } from "../ui/legal.tsx";
import { useWords } from "../ui/site.tsx";

interface Entry {
  id: string;
  title: string;
}

/** With fewer there is nothing to choose from. */
const FEWEST = 2;

/**
 * An article's contents, made from the headlines and headings of its texts. On large screens they stand beside the
 * text and stay while it is read, on a scale that fills as the reader gets on.
 */
export function Contents({ body }: { body: readonly Block[] }): ReactNode {
  const w = useWords();
  const entries = body.flatMap(entriesOf);
  if (entries.length < FEWEST) return null;
  return (
    <nav className="insights-contents" aria-label={w("table_of_contents")} data-ground="plain">
      <div className="insights-contents__frame">
        <p className="insights-contents__title">{w("table_of_contents")}</p>
        <ol className="insights-contents__list">
          {entries.map(({ id, title }) => (
            <li key={id}>
              <a className="insights-contents__entry" href={`#${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  );
}

function entriesOf(block: Block): Entry[] {
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
