/** Which story has which path. Of several that claim one, the first has it: by language, folder of the language, uuid. */
import type { Problem } from "../problem.ts";
import type { Lang, StoryEntry } from "./model.ts";
import { compareText } from "./rules/compare-text.ts";
import { reservedPathError } from "./rules/reserved-paths.ts";
import { buildEntry, isInFolder, type MapRules, notPages, ownName } from "./site.ts";
import type { StorySummary } from "./story-summary.ts";

export interface EntryPlaces {
  /** Replaces what a story claims in a language; returns the paths that may have another story now. */
  replace(of: { lang: Lang; uuid: string; story: StorySummary | undefined }): string[];
  /** The story that has a path. */
  at(path: string): StoryEntry | undefined;
  /** Puts an entry in the place of the one that the same story has at the same path. */
  put(entry: StoryEntry): void;
  /** Compares entries of a language by their order on the site. */
  compare(a: StoryEntry, b: StoryEntry): number;
  /** Stories that have no page: no page type, no possible path, or a path that another one has. */
  problems(): Problem[];
}

interface Claim {
  entry: StoryEntry;
  /** Decides who has the path. */
  rank: string;
  /** The story in reports. */
  name: string;
}

export function createEntryPlaces(rules: MapRules): EntryPlaces {
  /** By language and uuid. */
  const claims = new Map<string, Claim>();
  const owners = new Map<string, Claim>();
  /** The other claims on a path, ordered by rank. */
  const losers = new Map<string, Claim[]>();
  const refused = new Map<string, Problem>();
  const strangers = new Map<string, Map<string, string>>();
  const order = new Map(rules.languages.map(({ code }, index) => [code, String.fromCharCode(0x30 + index)]));

  const release = (key: string): string[] => {
    refused.delete(key);
    for (const [component, names] of strangers) if (names.delete(key) && names.size === 0) strangers.delete(component);
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
  const rankOf = (lang: Lang, uuid: string, story: StorySummary) =>
    `${order.get(lang)}${isInFolder(story, lang, rules) ? 0 : 1} ${uuid}`;

  return {
    at: (path) => owners.get(path)?.entry,
    replace({ lang, uuid, story }) {
      const key = `${lang} ${uuid}`;
      const left = release(key);
      if (!story) return left;
      const entry = buildEntry(story, lang, rules);
      const name = ownName(story, entry, rules);
      if (!Object.hasOwn(rules.pageTypes, entry.component)) {
        const names = strangers.get(entry.component) ?? new Map<string, string>();
        strangers.set(entry.component, names.set(key, name));
        return left;
      }
      const fault = reservedPathError(entry.path, rules);
      if (fault !== "") {
        refused.set(key, unusableSlug(entry, name, fault));
        return left;
      }
      return [...left, claimPath(key, { entry, name, rank: rankOf(lang, uuid, story) })];
    },
    put(entry) {
      const claim = claims.get(`${entry.lang} ${entry.uuid}`);
      if (claim) claim.entry = entry;
    },
    compare: (a, b) => compareText(rankIn(a), rankIn(b)),
    problems: () => [
      ...refused.values(),
      ...[...losers].flatMap(([path, others]) => others.map((claim) => takenPath(claim, owners.get(path)?.entry))),
      ...[...strangers].flatMap(([component, names]) => notPages(component, [...names.values()], rules)),
    ],
  };

  function rankIn({ lang, uuid }: StoryEntry): string {
    return claims.get(`${lang} ${uuid}`)?.rank ?? "";
  }
}

function unusableSlug({ path }: StoryEntry, story: string, fault: string): Problem {
  return {
    severity: "error",
    code: "CONTENT_UNUSABLE_SLUG",
    message: `No page can be published at ${path.slice(0, 120)}, since ${fault}; the story has none.`,
    story,
    path: "",
    hint: "Give the story another slug.",
  };
}

function takenPath({ entry, name }: Claim, owner: StoryEntry | undefined): Problem {
  return {
    severity: "error",
    code: "CONTENT_DUPLICATE_PATH",
    message: `The path ${entry.path} is taken by the story "${owner?.name}" (${owner?.slug}); this story has no page.`,
    story: name,
    path: "",
    hint: "Give one of them another slug.",
  };
}
