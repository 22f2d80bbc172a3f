import type { Block } from "../../content/payload.ts";
import type { ContentReader } from "../../content/reader.ts";
import type { PropsOf } from "../../exports/schema.ts";
import type { schema } from "./Careers.schema.ts";

/** What a job offer shows beside its fields: the date it was posted, in the language's format. */
export interface CareersData {
  dateText: string;
}

export function data(block: Block, reader: ContentReader): CareersData {
  return { dateText: reader.dateText((block as PropsOf<typeof schema>).date_posted) };
}
