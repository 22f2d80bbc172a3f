import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { editable } from "../../kit/editable.ts";
import { JobRow, jobOfCard, jobOfItem } from "../CareerItem/job-row.tsx";
import { Heading, type Level, useLevels } from "../ui/heading.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { useWords } from "../ui/site.tsx";
import type { CareerOverviewData } from "./CareerOverview.data.ts";
import type { schema } from "./CareerOverview.schema.ts";

type Props = PropsOf<typeof schema> & { data: CareerOverviewData };

/** Open jobs: the selected ones first, then all others by department. */
export function CareerOverview(props: Props): ReactNode {
  const { item } = useLevels(props);
  const w = useWords();
  const { groups } = props.data;
  const chosen = props.items.flatMap((entry) => {
    const job = jobOfItem(entry);
    return job ? { entry, job } : [];
  });
  const isUngrouped = chosen.length === 0 && groups.length === 1 && groups[0]?.department === "";
  const isEmpty = chosen.length === 0 && groups.length === 0;
  const rowLevel = Math.min(6, groups.length > 0 ? item + 1 : item) as Level;
  return (
    <Section block={props} className="career-overview">
      <div className="wrap">
        <SectionHead block={props} layout="split">
          {props.text && <RichText doc={props.text} level={item} className="career-overview__text" />}
        </SectionHead>
        {chosen.length > 0 && (
          <Group title={groups.length > 0 ? w("jobs_in_focus") : ""} level={item} isAlone={groups.length === 0}>
            {chosen.map(({ entry, job }) => (
              <JobRow key={entry._uid} job={job} level={rowLevel} marker={editable(entry)} />
            ))}
          </Group>
        )}
        {groups.map(({ department, jobs }) => (
          <Group key={department} title={department} level={item} isAlone={isUngrouped}>
            {jobs.map((job) => (
              <JobRow key={job.uuid} job={jobOfCard(job)} level={department ? rowLevel : item} />
            ))}
          </Group>
        ))}
        {isEmpty && <p className="career-overview__empty lead">{props.empty_text || w("no_jobs")}</p>}
      </div>
    </Section>
  );
}

interface GroupProps {
  title: string;
  level: Level;
  /** True for a single group without a name, whose rows take the full width. */
  isAlone: boolean;
  children: ReactNode;
}

function Group({ title, level, isAlone, children }: GroupProps): ReactNode {
  return (
    <div className={`career-overview__group cols ${isAlone ? "career-overview__group--alone" : ""}`.trim()}>
      {title && (
        <Heading level={level} className="career-overview__department headline-4">
          {title}
        </Heading>
      )}
      <div className="career-overview__jobs">{children}</div>
    </div>
  );
}
