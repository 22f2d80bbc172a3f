import type { ReactNode } from "react";
import { dateText, isoDay } from "../../content/rules/dates.ts";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, useLevels } from "../ui/heading.tsx";
import { Actions } from "../ui/link.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Section } from "../ui/section.tsx";
import { useSite } from "../ui/site.tsx";
import type { schema } from "./NewsText.schema.ts";

/** A dated entry, as in a log; consecutive ones form one list. */
export function NewsText(props: PropsOf<typeof schema>): ReactNode {
  const { head, item } = useLevels(props);
  const { shared } = useSite();
  const date = dateText(props.date, shared.dates);
  if (isBlank(props)) return null;
  return (
    <Section block={props} className="news-text">
      <div className="wrap">
        <article className="news-text__entry">
          {date && (
            <time className="news-text__date" dateTime={isoDay(props.date)}>
              {date}
            </time>
          )}
          <div className="news-text__words">
            {props.headline && (
              <Heading level={head} className="headline-3">
                {props.headline}
              </Heading>
            )}
            <RichText doc={props.text} level={item} className="news-text__text" />
            <Actions of={props.link} />
          </div>
        </article>
      </div>
    </Section>
  );
}
