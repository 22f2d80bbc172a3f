import type { ReactNode } from "react";
import { slugify } from "../../content/rules/slugify.ts";
import type { PropsOf } from "../../exports/schema.ts";
import { editable } from "../../kit/editable.ts";
import { Heading, type Level, useLevels } from "../ui/heading.tsx";
import { Icon } from "../ui/icon.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import type { schema } from "./Accordion.schema.ts";

/** Disclosure items beside a sticky headline; several may be open. Works without script. */
export function Accordion(props: PropsOf<typeof schema>): ReactNode {
  const { item } = useLevels(props);
  if (props.items.length === 0) return null;
  return (
    <Section block={props} className="accordion">
      <div className="wrap cols">
        <div className="accordion__head">
          <SectionHead block={props} />
        </div>
        <div className="accordion__items">
          {props.items.map((entry, index) => (
            <Entry
              key={entry._uid}
              entry={entry}
              id={entryId(props, index)}
              level={item}
              open={props.open_first && index === 0}
            />
          ))}
        </div>
      </div>
    </Section>
  );
}

/** `entry-how-long-does-it-take`, with the section's anchor instead of `entry` if it has one: the id that links use. */
function entryId({ anchor_id, items }: PropsOf<typeof schema>, at: number): string {
  const slugs = items.map((entry, index) => slugify(entry.title) || String(index + 1));
  const slug = slugs[at] ?? "";
  const alike = slugs.slice(0, at).filter((other) => other === slug).length;
  return `${anchor_id || "entry"}-${slug}${alike > 0 ? `-${alike + 1}` : ""}`;
}

type EntryProps = { entry: PropsOf<typeof schema>["items"][number]; id: string; level: Level; open: boolean };

/** The id is on an element inside, so that browsers open the entry when a link leads to it. */
function Entry({ entry, id, level, open }: EntryProps): ReactNode {
  return (
    <details className="accordion__entry" open={open} {...editable(entry)}>
      <summary className="accordion__summary">
        <Heading level={level} className="headline-4">
          {entry.title}
        </Heading>
        <Icon name="plus" />
      </summary>
      <div className="accordion__text" id={id}>
        <RichText doc={entry.text} level={Math.min(6, level + 1) as Level} />
      </div>
    </details>
  );
}
