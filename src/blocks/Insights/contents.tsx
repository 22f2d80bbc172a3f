import type { ReactNode } from "react";
import { KeptPart } from "../../kit/kept-part.tsx";
import { useWords } from "../ui/site.tsx";
import type { ContentsEntry } from "./contents-entries.ts";

/** No table of contents with fewer entries. */
const FEWEST = 2;

/**
 * An article's table of contents. On large screens it is sticky beside the text, with a scale that shows the reading
 * progress.
 */
export function Contents(props: { of: { _kept?: boolean }; entries: readonly ContentsEntry[] }): ReactNode {
  const { entries } = props;
  const w = useWords();
  if (entries.length < FEWEST) return null;
  return (
    <KeptPart
      of={props.of}
      as="nav"
      className="insights-contents wrap"
      aria-label={w("table_of_contents")}
      data-ground="plain"
    >
      {() => (
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
      )}
    </KeptPart>
  );
}
