/** Publishing at a time that was set in advance, as the service does by itself. */
import type { SpaceContents } from "../model.ts";

/** When the next story is due, in milliseconds since 1970; Infinity if none is. */
export function nextDue({ stories }: SpaceContents): number {
  return stories.reduce((first, { scheduled }) => Math.min(first, scheduled?.at ?? first), Number.POSITIVE_INFINITY);
}

/** The contents with every story published whose time has come. */
export function publishDue(contents: SpaceContents, now: number): SpaceContents {
  const stories = contents.stories.map((story) =>
    story.scheduled && story.scheduled.at <= now ? story.scheduled.story : story,
  );
  return { ...contents, stories };
}
