/** Results of list queries, changed story by story, against those of a new site. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { changedLists, type ListChange, shownInRows } from "../../src/build/changes/changed-lists.ts";
import { FullBuildNeeded } from "../../src/build/changes/full-build-needed.ts";
import { listRowsOf } from "../../src/build/changes/list-rows.ts";
import { openStoredSite } from "../../src/build/changes/stored-site.ts";
import type { StoryEntry } from "../../src/content/model.ts";
import { groupByType } from "../../src/content/order.ts";
import type { LatestQuery } from "../../src/content/reader.ts";
import { createStoryLists } from "../../src/content/story-lists.ts";
import { KEYS } from "../../src/incremental/store/rows.ts";
import type { Row } from "../../src/row-table.ts";
import { definition } from "../helpers/definition.ts";
import { rawStory } from "../helpers/memory-space.ts";
import { propertyRuns } from "../helpers/property-runs.ts";
import { entryOf, storeOf } from "./changes-fixture.ts";

const TYPE = "Careers";
const LATEST: LatestQuery[] = [
  { type: TYPE },
  { type: TYPE, limit: 2 },
  { type: TYPE, startsWith: "jobs/a", limit: 1 },
  { type: TYPE, depth: 2, limit: 30 },
];
const TOTAL: LatestQuery[] = [{ type: TYPE }, { type: TYPE, startsWith: "jobs/a", except: ["0", "3"] }];
const FIELDS = ["department", "place"];
const DEPENDENCIES = [
  ...LATEST.map((query) => `latest:${JSON.stringify(query)}` as const),
  ...TOTAL.map((query) => `total:${JSON.stringify(query)}` as const),
  `counts:${JSON.stringify([{ type: TYPE }, "department"])}` as const,
  `combinations:${JSON.stringify([{ type: TYPE, startsWith: "jobs/a" }, FIELDS])}` as const,
  `combinations:${JSON.stringify([{ type: TYPE }, ["place"]])}` as const,
];

/** A job, or null if the story has no page. */
const job = fc.option(
  fc.record({
    position: fc.nat(4),
    department: fc.constantFrom("", "Lab", "Lab 2", '"'),
    place: fc.constantFrom("Berlin", "Bern"),
    date_posted: fc.constantFrom("", "2024-01-01 10:00", "2024-01-01 11:00", "2025-02-03"),
  }),
);
type Job = typeof job extends fc.Arbitrary<infer T> ? T : never;

function entriesOf(jobs: readonly Job[]): (StoryEntry | null)[] {
  return jobs.map((one, at) => {
    if (!one) return null;
    const { position, ...fields } = one;
    const full_slug = `jobs/${at % 3 === 0 ? "a" : "b"}/${at % 2 === 0 ? "deep/" : ""}${at}`;
    const content = { component: TYPE, _uid: "c", ...fields };
    return entryOf(rawStory({ full_slug, uuid: String(at), position, content }));
  });
}

const listsOf = (entries: readonly (StoryEntry | null)[]) =>
  createStoryLists(
    groupByType(
      entries.filter((entry) => entry !== null),
      definition.pageTypes,
    ),
    definition,
  );

const rowsOf = (entries: readonly (StoryEntry | null)[]): Row[] => [
  ...listRowsOf(
    DEPENDENCIES.map((dependency) => ["en", dependency] as const),
    () => listsOf(entries),
  ),
];

/** What the queries return. */
const results = (lists: ReturnType<typeof listsOf>) => [
  ...LATEST.map((query) => lists.latest(query).map(({ uuid }) => uuid)),
  ...TOTAL.map((query) => lists.total(query)),
  lists.counts({ type: TYPE }, "department"),
  lists.combinations({ type: TYPE, startsWith: "jobs/a" }, FIELDS),
  lists.combinations({ type: TYPE }, ["place"]),
];

const jobs = fc.array(job, { minLength: 40, maxLength: 40 });
/** New values of a few of them. */
const changes = fc.array(fc.tuple(fc.nat(39), job), { maxLength: 6 });

test("after some stories came, left or moved, every query returns what it would on a new site", () => {
  fc.assert(
    fc.property(jobs, changes, (before, changed) => {
      const after = [...before];
      for (const [at, one] of changed) after[at] = one;
      const [last, next] = [entriesOf(before), entriesOf(after)];
      const store = storeOf(rowsOf(last));
      const past = (_: string, uuid: string) => last[Number(uuid)] ?? undefined;
      const moved = [...new Set(changed.map(([at]) => at))];
      const all = moved.map((at): ListChange => ({ before: last[at] ?? null, now: next[at] ?? null }));
      const lists = changedLists(all, { store, definition, entry: past });
      const entries = new Map(next.map((entry, at) => [`en ${at}`, entry]));
      const { site } = openStoredSite(store, definition, { moved: entries, answers: lists.answers });
      const [now, expected] = [results(site.lists.en ?? listsOf([])), results(listsOf(next))];
      expect(now).toEqual(expected);
      const resultsBefore = results(listsOf(last));
      const affected = new Set(lists.affected.map(([, dependency]) => dependency));
      for (const [at, dependency] of DEPENDENCIES.entries())
        expect([dependency, affected.has(dependency)]).toEqual([
          dependency,
          JSON.stringify(resultsBefore[at]) !== JSON.stringify(expected[at]),
        ]);
      const shown = new Map([...rowsOf(last), ...shownInRows(lists, store)]);
      const fresh = new Map(rowsOf(next));
      for (const at of next.keys()) {
        const key = KEYS.shownIn("en", String(at));
        expect([key, ...((shown.get(key) ?? []) as string[]).sort()]).toEqual([
          key,
          ...((fresh.get(key) ?? []) as string[]).sort(),
        ]);
      }
    }),
    { numRuns: propertyRuns(300) },
  );
});

test("a feed, a listing, a page of a listing, and a list of which too little is stored need a full build", () => {
  const many = entriesOf(
    Array.from({ length: 40 }, (_, position) => ({ position, department: "", place: "Bern", date_posted: "" })),
  );
  const input = { definition, entry: (_: string, uuid: string) => many[Number(uuid)] ?? undefined };
  const leave = (count: number): ListChange[] => many.slice(0, count).map((before) => ({ before, now: null }));
  const stored = rowsOf(many);
  expect(changedLists(leave(20), { ...input, store: storeOf(stored) }).affected).not.toEqual([]);
  const refuses = (count: number, ...rows: Row[]) =>
    expect(() => changedLists(leave(count), { ...input, store: storeOf([...stored, ...rows]) })).toThrow(
      FullBuildNeeded,
    );
  refuses(21);
  refuses(1, [KEYS.feed("en", TYPE), []]);
  refuses(1, [KEYS.listings(TYPE), true]);
  const page = `latest:${JSON.stringify({ type: TYPE, offset: 2, limit: 2 })}`;
  refuses(1, [KEYS.listed("en", TYPE), [page]], [KEYS.answer("en", page), { uuids: ["2", "3"], isWhole: true }]);
});
