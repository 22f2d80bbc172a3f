import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import type { EditableAttributes } from "../../kit/editable.ts";
import type { LinkData } from "../../site/api/payload.ts";
import type { CardData } from "../card.ts";
import { Heading, type Level } from "../ui/heading.tsx";
import { Icon } from "../ui/icon.tsx";
import { SmartLink } from "../ui/link.tsx";
import { useWords } from "../ui/site.tsx";
import type { WordName } from "../ui/words.ts";
import type { schema } from "./CareerItem.schema.ts";

/** A job as one row, from a story or from fields of the block. */
export interface Job {
  title: string;
  location: string;
  /** A type's value (FULL_TIME) or the editor's own text. */
  employmentType: string;
  salary: string;
  link: LinkData | null;
}

const TYPES: Readonly<Record<string, WordName>> = {
  FULL_TIME: "type_FULL_TIME",
  PART_TIME: "type_PART_TIME",
  INTERN: "type_INTERN",
  CONTRACTOR: "type_CONTRACTOR",
};

export function jobOfCard(card: CardData): Job {
  const link: LinkData = { href: card.href, kind: "internal", target: "", name: card.title };
  return { title: card.title, location: card.location, employmentType: card.employmentType, salary: card.salary, link };
}

/** The selected story, overridden by the block's own fields. Null if there is nothing to show. */
export function jobOfItem(item: PropsOf<typeof schema>): Job | null {
  const chosen = item.job ? jobOfCard(item.job) : null;
  const job: Job = {
    title: item.title || chosen?.title || "",
    location: item.location || chosen?.location || "",
    employmentType: item.employment_type || chosen?.employmentType || "",
    salary: item.salary || chosen?.salary || "",
    link: item.link ?? chosen?.link ?? null,
  };
  return job.title === "" ? null : job;
}

export function JobRow(props: { job: Job; level: Level; marker?: EditableAttributes }): ReactNode {
  const { job, level, marker = {} } = props;
  const w = useWords();
  const type = TYPES[job.employmentType];
  return (
    <article className="career-item__row" {...marker}>
      <Heading level={level} className="career-item__title headline-3">
        <SmartLink link={job.link} className="career-item__link">
          {job.title}
        </SmartLink>
      </Heading>
      <p className="career-item__facts">
        {job.salary && <span className="career-item__salary">{`${job.salary} `}</span>}
        {job.location && <span>{`${job.location} `}</span>}
        {job.employmentType && <span>{type ? w(type) : job.employmentType}</span>}
      </p>
      {job.link && (
        <span className="career-item__key">
          <Icon name={job.link.kind === "email" ? "mail" : "arrow-right"} />
        </span>
      )}
    </article>
  );
}
