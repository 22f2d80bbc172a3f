import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { Heading, type Level, useLevels } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { useWords } from "../ui/site.tsx";
import type { IndustriesOverviewData, IndustryEntry } from "./IndustriesOverview.data.ts";
import type { schema } from "./IndustriesOverview.schema.ts";

type Props = PropsOf<typeof schema> & { data: IndustriesOverviewData };

/**
 * Industry pages with a filter by solution. The filter is a group of numbered radio buttons that the stylesheet
 * evaluates, so that it works before hydration and without script.
 */
export function IndustriesOverview(props: Props): ReactNode {
  const { item } = useLevels(props);
  const { industries, filters } = props.data;
  if (industries.length === 0) return null;
  return (
    <Section block={props} className="industries-overview">
      <div className="wrap">
        <SectionHead block={props} layout="split">
          {props.text && <RichText doc={props.text} level={item} className="industries-overview__text" />}
        </SectionHead>
        {filters.length > 0 && <Filter uid={props._uid} filters={filters} total={industries.length} />}
        <ul className="industries-overview__list">
          {industries.map((entry) => (
            <Entry key={entry.card.uuid} entry={entry} filters={filters} level={item} />
          ))}
        </ul>
      </div>
    </Section>
  );
}

type Filters = IndustriesOverviewData["filters"];

function Filter({ uid, filters, total }: { uid: string; filters: Filters; total: number }): ReactNode {
  const w = useWords();
  const choices = [{ value: "", label: w("all"), count: total }, ...filters];
  return (
    <fieldset className="industries-overview__filter">
      <legend className="industries-overview__legend">{w("filter_by", { name: w("solution") })}</legend>
      <div className="industries-overview__choices">
        {choices.map(({ value, label, count }, number) => (
          <label key={value} className="industries-overview__choice">
            <input
              className={`industries-overview__radio industries-overview__radio--${number}`}
              type="radio"
              name={`solution-${uid}`}
              value={value}
              defaultChecked={number === 0}
            />
            <span className="industries-overview__label">{label}</span>{" "}
            <span className="industries-overview__count">{count}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Entry({ entry, filters, level }: { entry: IndustryEntry; filters: Filters; level: Level }): ReactNode {
  const { card, solutions } = entry;
  const numbers = filters.flatMap(({ value }, index) =>
    solutions.some((solution) => solution.value === value) ? `industries-overview__entry--${index + 1}` : [],
  );
  return (
    <li className={["industries-overview__entry", ...numbers].join(" ")}>
      <article className="card">
        <Picture
          image={card.image}
          className="card__picture industries-overview__picture"
          sizes="(min-width: 64rem) 48rem, 92vw"
          decorative
        />
        <div className="industries-overview__words">
          <Heading level={level} className="headline-3">
            <a className="card__link" href={card.href}>
              {card.title}
            </a>
          </Heading>
          {card.text && <p className="card__text">{card.text}</p>}
          {solutions.length > 0 && (
            <ul className="industries-overview__solutions">
              {solutions.map(({ value, label }) => (
                <li key={value}>{label}</li>
              ))}
            </ul>
          )}
        </div>
      </article>
    </li>
  );
}
