import type { Block, CardData } from "../../content/payload.ts";
import type { ContentReader } from "../../content/reader.ts";
import type { PropsOf } from "../../content/schema/fields.ts";
import type { schema } from "./CareerOverview.schema.ts";

export interface JobGroup {
  /** "" for jobs that name none. */
  department: string;
  jobs: CardData[];
}

export interface CareerOverviewData {
  /** All open jobs but the chosen ones; empty when the editor wants the chosen ones only. */
  groups: JobGroup[];
}

/** Departments come in the order of their first job, which editors set; jobs that name none come last. */
export function data(block: Block, reader: ContentReader): CareerOverviewData {
  const { items, show_all } = block as PropsOf<typeof schema>;
  if (items.length > 0 && !show_all) return { groups: [] };
  const except = items.flatMap((item) => item.job?.uuid ?? []);
  const groups = new Map<string, CardData[]>();
  for (const job of reader.latest({ type: "Careers", except })) {
    groups.set(job.department, [...(groups.get(job.department) ?? []), job]);
  }
  const nameless = groups.get("") ?? [];
  groups.delete("");
  const named = [...groups].map(([department, jobs]) => ({ department, jobs }));
  return { groups: nameless.length > 0 ? [...named, { department: "", jobs: nameless }] : named };
}
