import type { PropsOf } from "../../exports/schema.ts";
import type { Block } from "../../site/api/payload.ts";
import type { ContentReader } from "../../site/api/reader.ts";
import type { schema } from "./Careers.schema.ts";

/** What a job offer shows besides its fields: the date it was posted, as text in the page's language. */
export interface CareersData {
  dateText: string;
}

export function data(block: Block, reader: ContentReader): CareersData {
  return { dateText: reader.dateText((block as PropsOf<typeof schema>).date_posted) };
}
