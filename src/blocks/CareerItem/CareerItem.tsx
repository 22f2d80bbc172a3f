import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { useLevels } from "../ui/heading.tsx";
import { Part } from "../ui/part.tsx";
import type { schema } from "./CareerItem.schema.ts";
import { JobRow, jobOfItem } from "./job-row.tsx";

/** One job as a row; consecutive ones look like a list. */
export function CareerItem(props: PropsOf<typeof schema>): ReactNode {
  const { item } = useLevels(props);
  const job = jobOfItem(props);
  if (!job) return null;
  return (
    <Part block={props} className="career-item">
      <JobRow job={job} level={item} />
    </Part>
  );
}
