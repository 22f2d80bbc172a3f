/** The one rule for a language with several fallback languages: what is asked, and how the answers are put together. */
import { isRecord } from "../../site/blocks/field-values.ts";

/** An answer of the content service for one story. */
export interface StoryAnswer {
  story: unknown;
  /** Stories that relations name, and what links lead to, where they were asked for. */
  rels?: unknown;
  links?: unknown;
}

/**
 * The service takes one fallback language a request. For a chain it is asked without and with each: what differs from the
 * answer without has no text of its own, and the first of them that differs has the text.
 */
export async function askChain<T>(
  chain: readonly string[],
  ask: (fallback: string | undefined) => Promise<T>,
  join: (first: T, others: readonly T[]) => T,
): Promise<T> {
  if (chain.length < 2) return ask(chain[0]);
  const [first, others] = await Promise.all([ask(undefined), Promise.all(chain.map(ask))]);
  return join(first, others);
}

/** Joins what each request answered for one story. */
export function joinAnswers<T extends StoryAnswer>(first: T, others: readonly T[]): T {
  const story = withFallbacks(
    first.story,
    others.map((one) => one.story),
  );
  return { ...first, story, rels: joinLists(first, others, "rels"), links: joinLists(first, others, "links") };
}

/** Relations and links are fields too: where a fallback language has others, only its answer has what they name. */
function joinLists(first: StoryAnswer, others: readonly StoryAnswer[], of: "rels" | "links"): unknown {
  const own = first[of];
  if (!Array.isArray(own)) return own;
  const lists = others.map((one) => one[of]).filter((list) => Array.isArray(list));
  const known = new Map([...lists].reverse().flatMap((list) => list.map((one) => [idOf(one), one])));
  for (const one of own) known.delete(idOf(one));
  return [...joinStories(own, lists), ...known.values()];
}

/** Joins lists of stories; the first says which. */
export function joinStories(first: readonly unknown[], others: readonly (readonly unknown[])[]): unknown[] {
  return first.map((story) =>
    withFallbacks(
      story,
      others.map((list) => list.find((other) => idOf(other) === idOf(story))),
    ),
  );
}

function idOf(story: unknown): unknown {
  return isRecord(story) ? story.uuid : null;
}

/**
 * `others` are the answers with one fallback language each, in order. A field of them that differs from the answer
 * without has no text in the language.
 */
export function withFallbacks(value: unknown, others: readonly unknown[]): unknown {
  if (others.length === 0) return value;
  if (isRecord(value) && isBlockOrStory(value)) {
    const rest = others.filter(isRecord);
    const keys = [...new Set([value, ...rest].flatMap((one) => Object.keys(one)))];
    return Object.fromEntries(
      keys.flatMap((key) => {
        const found = withFallbacks(
          value[key],
          rest.map((one) => one[key]),
        );
        return found === undefined ? [] : [[key, found]];
      }),
    );
  }
  if (
    Array.isArray(value) &&
    value.some((one) => isRecord(one) && isBlockOrStory(one)) &&
    others.every(sameLength(value))
  )
    return value.map((one, index) =>
      withFallbacks(
        one,
        others.filter(Array.isArray).map((other: unknown[]) => other[index]),
      ),
    );
  // Any other value is the content of one field.
  const text = JSON.stringify(value);
  const other = others.find((one) => one !== undefined && JSON.stringify(one) !== text);
  return other === undefined ? value : other;
}

/** Their fields are translated one by one; other objects are the value of a field. */
function isBlockOrStory(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value.component === "string" || isRecord(value.content);
}

function sameLength(list: readonly unknown[]): (other: unknown) => boolean {
  return (other) => Array.isArray(other) && other.length === list.length;
}
