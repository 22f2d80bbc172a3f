import type { PropsOf } from "../../exports/schema.ts";
import type { Block } from "../../site/api/payload.ts";
import type { ContentReader } from "../../site/api/reader.ts";
import type { CardData } from "../card.ts";
import type { schema } from "./CareerOverview.schema.ts";

export interface JobGroup {
  /** "" for jobs without one. */
  department: string;
  jobs: CardData[];
}

export interface CareerOverviewData {
  /** All open jobs except the selected ones; empty if the editor wants only those. */
  groups: JobGroup[];
}

/**
 * Departments are ordered by their first job in the editors' order, including selected ones; jobs without one are last.
 */
export function data(block: Block, reader: ContentReader): CareerOverviewData {
  const { items, show_all } = block as PropsOf<typeof schema>;
  if (items.length > 0 && !show_all) return { groups: [] };
  const chosen = new Set(items.map((item) => item.job?.uuid));
  const departments = new Map<string, CardData[]>();
  for (const job of reader.latest({ type: "Careers" })) {
    const jobs = departments.get(job.department) ?? [];
    departments.set(job.department, chosen.has(job.uuid) ? jobs : [...jobs, job]);
  }
  const groups = [...departments].map(([department, jobs]) => ({ department, jobs }));
  const shown = groups.filter(({ jobs }) => jobs.length > 0);
  return {
    groups: [...shown.filter(({ department }) => department !== ""), ...shown.filter(({ department }) => !department)],
  };
}
