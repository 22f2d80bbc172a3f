import type { CSSProperties, ReactNode } from "react";
import { useHeadlineBlock } from "./use-headline-block.ts";

export type Level = 1 | 2 | 3 | 4 | 5 | 6;

/** Words up to this length fit on a phone at every headline size. */
const FITS_ANYWHERE = 12;

/**
 * A heading of a computed level; its size is set by classes. Not every browser hyphenates German, so the stylesheet
 * gets the length of the longest word and shrinks the headline until it fits a phone.
 */
export function Heading(props: { level: Level; className?: string; id?: string; children: ReactNode }): ReactNode {
  const Tag = `h${props.level}` as const;
  const words = typeof props.children === "string" ? joined(props.children) : props.children;
  const longest = typeof words === "string" ? longestWord(words) : 0;
  return (
    <Tag
      className={props.className}
      id={props.id}
      style={longest > FITS_ANYWHERE ? ({ "--longest": longest } as CSSProperties) : undefined}
    >
      {words}
    </Tag>
  );
}

/** "KI-" or "8-" stays with the word it begins: a joiner behind its hyphen. */
function joined(words: string): string {
  return words.replace(/\b[\p{Lu}\d]{1,3}-(?=\p{L})/gu, "$&\u2060");
}

/** Longest run of letters between two possible line breaks. */
function longestWord(words: string): number {
  return Math.max(...words.split(/[\s\u00ad\u2013]+|-(?!\u2060)/).map((word) => word.length));
}

/**
 * Heading levels of a block: its headline is h1 if it is the page's first, otherwise h2; its items are one level below,
 * or h2 if the block has no headline.
 */
export function useLevels(block: { _uid: string; headline?: string }): { head: Level; item: Level } {
  const lead = useHeadlineBlock();
  const head: Level = block._uid !== "" && block._uid === lead ? 1 : 2;
  return { head, item: block.headline ? ((head + 1) as Level) : 2 };
}
