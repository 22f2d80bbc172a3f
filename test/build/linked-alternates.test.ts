/**
 * Random spaces whose stories list each other as alternates in any way, and random publishes: which pages there are, and
 * where each is in the other languages, follows from a few rows as it does from all stories.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { site as sample } from "../../src/blocks/site.ts";
import { storyRowsOf } from "../../src/build/changes/changed-rows.ts";
import { type ChangedSite, changedSite } from "../../src/build/changes/changed-stories.ts";
import { FullBuildNeeded } from "../../src/build/changes/full-build-needed.ts";
import { storyRows } from "../../src/build/changes/save-stories.ts";
import { checkSpaceFitsDefinition } from "../../src/build/check-space-fits-definition.ts";
import type { RawStory } from "../../src/content/model.ts";
import { compareText } from "../../src/content/rules/compare-text.ts";
import { buildSite, type MappedSite } from "../../src/content/site.ts";
import { summarizeStory } from "../../src/content/story-summary.ts";
import type { PullResult } from "../../src/fetch/pull-types.ts";
import { KEYS, type Row } from "../../src/incremental/store/rows.ts";
import type { Store } from "../../src/incremental/store/store.ts";
import { byLanguage, forLanguage } from "../../src/site/by-language.ts";
import { resolveSite } from "../../src/site/resolve-site.ts";
import { memorySpace, rawStory } from "../helpers/memory-space.ts";
import { propertyRuns } from "../helpers/property-runs.ts";
import { storedPage, storeOf } from "./changes-fixture.ts";

const IDS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const NOT_PUBLISHED = 10;

interface Story {
  name: string;
  isLive: boolean;
  root: string;
  place: string;
  component: string;
  alternates: number[];
}
type Stories = readonly Story[];

const story: fc.Arbitrary<Story> = fc.record({
  name: fc.constantFrom("One", "Two"),
  isLive: fc.constantFrom(true, true, false),
  root: fc.constantFrom("", "de/", "fr/"),
  place: fc.constantFrom("home", "root", ..."abcdefghij".split("").map((name) => `pages/${name}`)),
  component: fc.constantFrom("Page", "Page", "Page", "Quote"),
  alternates: fc.array(fc.constantFrom(...IDS, NOT_PUBLISHED), { maxLength: 3 }),
});
const stories = fc.array(story, { minLength: IDS.length, maxLength: IDS.length });
/** What becomes of some stories. */
const edits = fc.array(
  fc.record({ at: fc.nat(IDS.length - 1), to: story, keeps: fc.constantFrom("slug", "links", "") }),
  {
    minLength: 1,
    maxLength: 3,
  },
);

function edited(before: Stories, round: readonly { at: number; to: Story; keeps: string }[]): Stories {
  return round.reduce<Stories>((now, { at, to, keeps }) => {
    const known = now[at] ?? to;
    const kept =
      keeps === "slug"
        ? { root: known.root, place: known.place, component: known.component }
        : keeps === "links" && { alternates: known.alternates };
    return now.with(at, { ...to, ...kept });
  }, before);
}

/** In the order of another number than the ids. */
const uuidOf = (id: number) => `u${(id * 7) % 10}`;

const answersOf = (all: Stories, codes: readonly string[]) =>
  byLanguage(codes, (lang) =>
    all
      .flatMap(({ name, isLive, root, place, component, alternates }, at): RawStory[] => {
        const [id, slug] = [at + 1, `${root}${place}`];
        if (!isLive) return [];
        const listed = alternates.map((one) => ({ id: one, full_slug: "renamed/since", published: true }));
        const full_slug = lang === "en" ? slug : `${lang}/${slug}`;
        const content = { component, _uid: "" };
        return [
          rawStory({ id, name, uuid: uuidOf(id), full_slug, default_full_slug: slug, alternates: listed, content }),
        ];
      })
      .sort((a, b) => compareText(a.uuid, b.uuid)),
  );

type Translation = "fields" | "folders";
const LANGUAGES = ["en", "de", "fr"];

const definitionOf = (translation: Translation) =>
  resolveSite({ ...sample, languages: [{ code: "en" }, { code: "de" }, { code: "fr" }], translation, home: "home" });
/** Languages of the responses that are read. */
const codesOf = (translation: Translation) => (translation === "folders" ? ["en"] : LANGUAGES);

/** The site of these stories, and what a build stores of them. */
function built(all: Stories, translation: Translation) {
  const definition = definitionOf(translation);
  const answers = answersOf(all, codesOf(translation));
  const summaries = byLanguage(LANGUAGES, (lang) =>
    (answers[lang] ?? []).map((one) => summarizeStory(one, definition)),
  );
  const summarized = { summaries, hashes: {}, fingerprints: {}, assets: [] };
  const site = buildSite(summaries, definition);
  const mapped = { summarized, site, definition };
  if (site.routes.length > 0) checkSpaceFitsDefinition({ ...mapped, pulled: pulled(all, all, translation) });
  return { site, rows: [...storyRows({ ...mapped, isMirrored: false })] };
}

function saved({ site, rows }: ReturnType<typeof built>): Store {
  return storeOf([
    ...rows,
    ...site.routes.map((route, number): Row => [KEYS.page(route.path), storedPage({ ...route, number })]),
    [KEYS.numbered, 100],
    [KEYS.head, headOf(site)],
  ]);
}

function pulled(before: Stories, now: Stories, translation: Translation): PullResult {
  const codes = codesOf(translation);
  const [last, next] = [answersOf(before, codes), answersOf(now, codes)];
  const known = (of: typeof last, lang: string) =>
    new Map(forLanguage(of, lang).map((one) => [one.uuid, JSON.stringify(one)]));
  const changed = byLanguage(codes, (lang) => {
    const [old, all] = [known(last, lang), known(next, lang)];
    const published = [...all].flatMap(([uuid, text]) => (old.get(uuid) === text ? [] : [uuid]));
    return { published, renamed: [], removed: [...old.keys()].filter((uuid) => !all.has(uuid)) };
  });
  const story = (lang: string, uuid: string) => forLanguage(next, lang).find((one) => one.uuid === uuid);
  return {
    ...{ problems: [], spaceLanguages: null, requests: { total: 0, retried: 0 }, moved: true, snapshot: "s" },
    ...{ since: null, renames: [], restUnchanged: null, staleForMs: null, ms: 0 },
    space: { ...memorySpace([]), story, close: () => undefined },
    changed: { stories: changed, datasources: false, global: false },
  };
}

function check(translation: Translation, first: Stories, rounds: readonly Parameters<typeof edited>[1][]) {
  const definition = definitionOf(translation);
  let before = first;
  let store = saved(built(before, translation));
  for (const round of rounds) {
    const now = edited(before, round);
    const whole = built(now, translation);
    // A site without pages is not built.
    if (whole.site.routes.length === 0) return;
    const changed = orNull(() => changedSite(pulled(before, now, translation), { store, definition }));
    kinds[translation][changed ? "derived" : "whole"] += 1;
    before = now;
    if (changed) compare(changed, whole, store);
    else store = saved(whole);
  }
}

/** Compares what a publish makes of the last build's rows with all stories' site, and stores it for the next one. */
function compare(changed: ChangedSite, { site, rows }: ReturnType<typeof built>, store: Store): void {
  for (const lang of LANGUAGES)
    for (const uuid of IDS.map(uuidOf))
      expect(JSON.stringify(changed.entry(lang, uuid))).toBe(JSON.stringify(site.entries[lang]?.get(uuid)));
  const messages = (problems: MappedSite["problems"]) => problems.map(({ message }) => message).sort();
  expect(messages(changed.strangers.problems)).toEqual(messages(site.problems));
  store.update([...storyRowsOf(changed), ...pageRows(changed), [KEYS.head, headOf(site)]]);
  const given = new Map(rows);
  // Rows stay where the last link has gone.
  const ids = given.has(KEYS.hasLinks) ? [...IDS, NOT_PUBLISHED] : [];
  for (const id of ids) expect([id, store.get(KEYS.links(id))]).toEqual([id, given.get(KEYS.links(id))]);
}

const kinds = { fields: { whole: 0, derived: 0 }, folders: { whole: 0, derived: 0 } };

function pageRows({ changedRoutes: { added, removed } }: ChangedSite): Row[] {
  return [
    ...removed.map(({ path }): Row => [KEYS.page(path), undefined]),
    ...added.map((route): Row => [KEYS.page(route.path), storedPage(route)]),
  ];
}

function headOf({ problems, entries }: MappedSite) {
  const stories = Object.fromEntries(Object.entries(entries).map(([lang, own]) => [lang, own.size]));
  return { problems, stories };
}

function orNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof FullBuildNeeded) return null;
    throw error;
  }
}

test.each(["folders", "fields"] as const)("translations by %s", (translation) => {
  fc.assert(
    fc.property(stories, fc.array(edits, { minLength: 1, maxLength: 4 }), (...script) => check(translation, ...script)),
    { numRuns: propertyRuns(2000) },
  );
  expect(kinds[translation].derived).toBeGreaterThan(kinds[translation].whole / 5);
});
