import type { ReactNode } from "react";
import { useSite } from "./site.tsx";

export type Level = 1 | 2 | 3 | 4 | 5 | 6;

/** A heading of a level that is computed; `as` classes set its size, never the level. */
export function Heading(props: { level: Level; className?: string; id?: string; children: ReactNode }): ReactNode {
  const Tag = `h${props.level}` as const;
  return (
    <Tag className={props.className} id={props.id}>
      {props.children}
    </Tag>
  );
}

/**
 * Heading levels of a block: its headline is the page's h1 when it leads the page, else an h2; its items stand
 * one below it, or at h2 when the block has no headline.
 */
export function useLevels(block: { _uid: string; headline?: string }): { head: Level; item: Level } {
  const { lead } = useSite();
  const head: Level = block._uid !== "" && block._uid === lead ? 1 : 2;
  return { head, item: block.headline ? ((head + 1) as Level) : 2 };
}
