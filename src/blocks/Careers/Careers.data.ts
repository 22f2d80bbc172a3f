import type { Block } from "../../content/payload.ts";
import type { ContentReader } from "../../content/reader.ts";
import type { PropsOf } from "../../exports/schema.ts";
import type { schema } from "./Careers.schema.ts";

export interface CareersData {
  dateText: string;
}

export function data(block: Block, reader: ContentReader): CareersData {
  return { dateText: reader.dateText((block as PropsOf<typeof schema>).date_posted) };
}
