/** Which stories of different spaces are translations of each other: those with the same value in the site's link field. */
import { createProblem, type Problem } from "../../problems/problem.ts";
import type { Lang, StoryEntry } from "../../site/api/model.ts";
import { compareText } from "../../util/compare-text.ts";
import { cutText } from "../rules/cut-text.ts";
import type { ModelEntry } from "./model-entry.ts";
import { keyOf } from "./moves.ts";
import { type MapRules, ownName } from "./site.ts";

/** Links entries as long as they are part of the map. */
export function createLinkedSpaces(rules: MapRules) {
  const byLink = new Map<string, Map<string, ModelEntry>>();
  const linked = (link: string | undefined): ReadonlyMap<string, ModelEntry> =>
    (link === undefined ? undefined : byLink.get(link)) ?? new Map();
  /** The same whichever story was published first. */
  const firstOf = (lang: Lang, all: ReadonlyMap<string, ModelEntry>): ModelEntry | undefined =>
    [...all.values()]
      .filter((one) => one.lang === lang)
      .sort((a, b) => compareText(a.path, b.path) || compareText(a.uuid, b.uuid))[0];
  const counterpart = ({ lang: own, uuid, listed }: StoryEntry, lang: Lang): ModelEntry | undefined => {
    const all = linked(listed?.link);
    return firstOf(own, all)?.uuid === uuid ? firstOf(lang, all) : undefined;
  };
  return {
    /** The page that a page has in a language of another space. */
    counterpart,
    /** Follows an entry of the map that was added, changed or removed. */
    replace(before: ModelEntry | undefined, now: ModelEntry | undefined): void {
      const [old, link] = [before?.listed.link, now?.listed.link];
      if (before && old !== undefined) {
        const others = byLink.get(old);
        others?.delete(keyOf(before));
        if (others?.size === 0) byLink.delete(old);
      }
      if (!now || link === undefined) return;
      const others = byLink.get(link) ?? new Map<string, ModelEntry>();
      byLink.set(link, others.set(keyOf(now), now));
    },
    /** The stories with the same value, in any language. */
    linkedWith: ({ listed }: ModelEntry): Iterable<ModelEntry> => linked(listed.link).values(),
    /** Stories with a value that an earlier story of their language has: they are linked with none. */
    problems: (): Problem[] =>
      [...byLink.values()].flatMap((all) =>
        [...(hasEqual(all) ? all.values() : [])].flatMap((entry) => {
          const first = firstOf(entry.lang, all);
          return first && first !== entry ? [sameLink(entry, first, rules)] : [];
        }),
      ),
  };
}

function hasEqual(all: ReadonlyMap<string, ModelEntry>): boolean {
  return new Set([...all.values()].map(({ lang }) => lang)).size < all.size;
}

function sameLink(entry: ModelEntry, first: ModelEntry, rules: MapRules): Problem {
  const value = (entry.listed.link ?? "").slice(1);
  return createProblem("warning", "CONTENT_SAME_LINK", {
    message: `The page ${first.path} has the same ${rules.linkedBy} "${cutText(value, 120)}", so this story has no page in other spaces.`,
    story: ownName(entry.story.summary, entry, rules),
    path: rules.linkedBy ?? "",
    hint: "Give each story of a language a value of its own.",
  });
}
