import type { ContentReader } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import type { schema } from "./exhibition-list.schema.ts";

export function data({ limit }: Pick<PropsOf<typeof schema>, "limit">, reader: ContentReader) {
  return reader.latest({ type: "exhibition", ...(limit !== null && { limit }) });
}
