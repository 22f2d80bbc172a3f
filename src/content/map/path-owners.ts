/**
 * Which story owns which path. Of several that claim one, the first owns it: by language, folder of the language, uuid.
 */
import { createProblem, type Problem } from "../../problems/problem.ts";
import type { Lang, StoryEntry } from "../../site/api/model.ts";
import { appendTo } from "../../util/append-to.ts";
import { compareText } from "../../util/compare-text.ts";
import { cutText } from "../rules/cut-text.ts";
import { reservedPathError } from "../rules/reserved-paths.ts";
import { ModelEntry, type SiteStory } from "./model-entry.ts";
import { isInFolder, type MapRules, notPages, ownName } from "./site.ts";
import type { StorySource } from "./site-stories.ts";
import type { StorySummary } from "./story-summary.ts";

interface Claim {
  entry: ModelEntry;
  /** The smallest owns the path. */
  rank: string;
}

/** The saved row of a story without a page. */
interface WithoutPage {
  refused?: Problem;
  /** A component that is no page type, and the story's name in reports. */
  component?: readonly [component: string, name: string];
}

export function createPathOwners(rules: MapRules) {
  /** By language and uuid. */
  const claims = new Map<string, Claim>();
  const owners = new Map<string, Claim>();
  /** The other claims on a path, ordered by rank. */
  const losers = new Map<string, Claim[]>();
  const withoutPage = new Map<string, WithoutPage>();
  const order = new Map(rules.languages.map(({ code }, index) => [code, String.fromCharCode(0x30 + index)]));

  const release = (key: string): string[] => {
    withoutPage.delete(key);
    const claim = claims.get(key);
    if (!claim) return [];
    claims.delete(key);
    const { path } = claim.entry;
    const others = losers.get(path) ?? [];
    if (owners.get(path) === claim) {
      const [next, ...rest] = others;
      if (next) owners.set(path, next);
      else owners.delete(path);
      setLosers(path, rest);
    } else
      setLosers(
        path,
        others.filter((one) => one !== claim),
      );
    return [path];
  };
  const setLosers = (path: string, others: Claim[]) => {
    if (others.length > 0) losers.set(path, others);
    else losers.delete(path);
  };
  const claimPath = (key: string, claim: Claim): string => {
    const { path } = claim.entry;
    claims.set(key, claim);
    const owner = owners.get(path);
    if (!owner) owners.set(path, claim);
    else {
      const all = [owner, claim, ...(losers.get(path) ?? [])].sort((a, b) => compareText(a.rank, b.rank));
      owners.set(path, all[0] ?? claim);
      setLosers(path, all.slice(1));
    }
    return path;
  };
  const newRank = (lang: Lang, uuid: string, story: StorySummary) =>
    `${order.get(lang)}${isInFolder(story, lang, rules) ? 0 : 1} ${uuid}`;

  return {
    /** The owner of a path. */
    at: (path: string): ModelEntry | undefined => owners.get(path)?.entry,
    /** Replaces a story's claim in a language; returns the paths whose owner may have changed. */
    replace({ lang, uuid, story }: { lang: Lang; uuid: string; story: SiteStory | undefined }): string[] {
      const key = `${lang} ${uuid}`;
      const left = release(key);
      if (!story) return left;
      const entry = ModelEntry.of(story, lang, rules);
      if (!Object.hasOwn(rules.pageTypes, entry.component)) {
        withoutPage.set(key, { component: [entry.component, ownName(story.summary, entry, rules)] });
        return left;
      }
      const fault = reservedPathError(entry.path, rules);
      if (fault !== "") {
        withoutPage.set(key, {
          refused: unusableSlug(entry, ownName(story.summary, entry, rules), { fault, rules }),
        });
        return left;
      }
      return [...left, claimPath(key, { entry, rank: newRank(lang, uuid, story.summary) })];
    },
    /** The owners of all paths, by language and `rankOf`. */
    all: (): ModelEntry[] => [...owners.values()].sort((a, b) => compareText(a.rank, b.rank)).map(({ entry }) => entry),
    /** What to save of a story in a language; null if nothing is known of it. */
    row(lang: Lang, uuid: string): string | null {
      const key = `${lang} ${uuid}`;
      const claim = claims.get(key);
      if (claim) return `${claim.rank[1]}${claim.entry.story.responseLang} ${claim.entry.row()}`;
      const without = withoutPage.get(key);
      return without ? JSON.stringify(without) : null;
    },
    /** Restores a saved row, unless the source no longer has its story. */
    read({ lang, uuid, row, source }: { lang: Lang; uuid: string; row: string; source: StorySource }): void {
      const key = `${lang} ${uuid}`;
      if (row.startsWith("{")) {
        withoutPage.set(key, JSON.parse(row) as WithoutPage); // as `row` wrote it
        return;
      }
      const space = row.indexOf(" ");
      const story = source[row.slice(1, space)]?.get(uuid);
      const rank = `${order.get(lang)}${row[0]} ${uuid}`;
      if (story) claimPath(key, { entry: ModelEntry.read(row.slice(space + 1), { lang, story }), rank });
    },
    /** Replaces a story's entry without a change of its path. */
    put(entry: ModelEntry): void {
      const claim = claims.get(`${entry.lang} ${entry.uuid}`);
      if (claim) claim.entry = entry;
    },
    /** Sort key of a language's entries. */
    rankOf: ({ lang, uuid }: StoryEntry): string => claims.get(`${lang} ${uuid}`)?.rank ?? "",
    /** Stories without a page: no page type, an unusable path, or a path that another story owns. */
    problems(): Problem[] {
      const names = new Map<string, string[]>();
      for (const { component } of withoutPage.values())
        if (component && !rules.chosen?.includes(component[0])) appendTo(names, ...component);
      return [
        ...[...withoutPage.values()].flatMap(({ refused }) => refused ?? []),
        ...[...losers].flatMap(([path, others]) =>
          others.map(({ entry }) => takenPath(entry, owners.get(path)?.entry, rules)),
        ),
        ...[...names].flatMap(([component, stories]) => notPages(component, stories, rules)),
      ];
    },
  };
}

/** What an editor changes to give a story another path. */
function changed({ path }: MapRules): string {
  return path === "real" ? "real path or slug" : "slug";
}

function unusableSlug(
  { path }: StoryEntry,
  story: string,
  { fault, rules }: { fault: string; rules: MapRules },
): Problem {
  return createProblem("error", "CONTENT_UNUSABLE_SLUG", {
    message: `No page can be published at ${cutText(path, 120)}, since ${fault}; the story has none.`,
    story,
    hint: `Give the story another ${changed(rules)}.`,
  });
}

function takenPath(entry: ModelEntry, owner: StoryEntry | undefined, rules: MapRules): Problem {
  return createProblem("error", "CONTENT_DUPLICATE_PATH", {
    message: `The path ${entry.path} is taken by the story "${owner?.name}" (${owner?.slug}); this story has no page.`,
    story: ownName(entry.story.summary, entry, rules),
    hint: `Give one of them another ${changed(rules)}.`,
  });
}
