import type { PropsOf } from "../../exports/schema.ts";
import type { Block } from "../../site/api/payload.ts";
import type { ContentReader } from "../../site/api/reader.ts";
import { decimalsOf, formatNumber } from "../ui/number.ts";
import type { schema } from "./SuccessStories.schema.ts";

/** A story's first result as text, so that the page needs no number formatting. */
export interface StoryFigure {
  uuid: string;
  prefix: string;
  text: string;
  suffix: string;
  label: string;
  /** For counting up; null if the result has no number. */
  number: number | null;
  decimals: number;
}

export interface SuccessStoriesData {
  /** For the stories with a result. */
  figures: StoryFigure[];
}

export function data(block: Block, reader: ContentReader): SuccessStoriesData {
  const { stories } = block as PropsOf<typeof schema>;
  const figures = stories.flatMap(({ uuid, result }): StoryFigure[] => {
    if (!result) return [];
    const { prefix, suffix, label, number } = result;
    const decimals = number === null ? 0 : decimalsOf(number, result.decimals);
    const text = number === null ? "" : formatNumber(number, decimals, reader.lang);
    return [{ uuid, prefix, text, suffix, label, number, decimals }];
  });
  return { figures };
}
