/** Results of list queries, changed story by story, against those of a new site. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { queriesShowing } from "../../src/build/changes/affected-queries.ts";
import { changedLists } from "../../src/build/changes/changed-lists.ts";
import { FullBuildNeeded } from "../../src/build/changes/full-build-needed.ts";
import type { ListChange } from "../../src/build/changes/list-changes.ts";
import { selectionKey } from "../../src/build/changes/list-queries.ts";
import { listRowsOf } from "../../src/build/changes/list-rows.ts";
import { storedLists } from "../../src/build/changes/stored-lists.ts";
import { openOrder, orderRows, placeIn } from "../../src/build/changes/story-order.ts";
import type { StoryEntry } from "../../src/content/model.ts";
import { groupByType } from "../../src/content/order.ts";
import type { LatestQuery } from "../../src/content/reader.ts";
import { createStoryLists, type StoryLists } from "../../src/content/story-lists.ts";
import { KEYS, type Row } from "../../src/incremental/store/rows.ts";
import type { Store } from "../../src/incremental/store/store.ts";
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
  { type: TYPE, offset: 2, limit: 3 },
  { type: TYPE, offset: 30, limit: 5, except: ["1", "7"] },
  { type: TYPE, startsWith: "jobs/b", offset: 4 },
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
    { listsIn: () => listsOf(entries), rules: definition },
  ),
];

/** What the queries return. */
const results = (lists: StoryLists) => [
  ...LATEST.map((query) => lists.latest(query).map(({ uuid }) => uuid)),
  ...TOTAL.map((query) => lists.total(query)),
  lists.counts({ type: TYPE }, "department"),
  lists.combinations({ type: TYPE, startsWith: "jobs/a" }, FIELDS),
  lists.combinations({ type: TYPE }, ["place"]),
];

const jobs = fc.array(job, { minLength: 40, maxLength: 40 });
/** New values of a few of them. */
const changes = fc.array(fc.tuple(fc.nat(39), job), { maxLength: 6 });

/** Changes the store's lists, and checks each query, which of them have changed, and which show each story. */
function checkRound(store: Store, last: readonly (StoryEntry | null)[], next: readonly (StoryEntry | null)[]): void {
  const past = (_: string, uuid: string) => last[Number(uuid)] ?? undefined;
  const all = next.flatMap((now, at): ListChange[] => {
    const before = last[at] ?? null;
    return now === before ? [] : [{ before, now }];
  });
  const changed = changedLists(all, { store, definition, entry: past });
  const entry = (uuid: string) => next[Number(uuid)] ?? undefined;
  const lists = storedLists({ store, definition, lang: "en", entry, changes: changed });
  const expected = results(listsOf(next));
  expect(results(lists)).toEqual(expected);
  const before = results(listsOf(last));
  const affected = new Set(changed.affected.map(([, dependency]) => dependency));
  for (const [at, dependency] of DEPENDENCIES.entries())
    expect([dependency, affected.has(dependency)]).toEqual([
      dependency,
      JSON.stringify(before[at]) !== JSON.stringify(expected[at]),
    ]);
  for (const story of next) {
    if (!story) continue;
    const showing = LATEST.filter((_, at) => (expected[at] as string[]).includes(story.uuid));
    const found = queriesShowing(story, { store, definition, lists }).sort();
    expect(found).toEqual(showing.map((query) => `latest:${JSON.stringify(query)}`).sort());
  }
  store.update([...changed.answers, ...[...changed.orders.values()].flatMap((order) => order.rows())]);
}

test("after some stories came, left or moved, twice, every query returns what it would on a new site", () => {
  fc.assert(
    fc.property(jobs, changes, changes, (before, first, second) => {
      let last = entriesOf(before);
      const store = storeOf(rowsOf(last));
      const values = [...before];
      for (const round of [first, second]) {
        for (const [at, one] of round) values[at] = one;
        const next = entriesOf(values).map((entry, at) => (round.some(([one]) => one === at) ? entry : last[at]));
        checkRound(
          store,
          last,
          next.map((entry) => entry ?? null),
        );
        last = next.map((entry) => entry ?? null);
      }
    }),
    { numRuns: propertyRuns(300) },
  );
});

test("a story is put among 50,000 with a few rows read and three written", () => {
  const rows = [...orderRows("en", "some", entriesNumbered(50_000))];
  const read = new Set<string>();
  const stored = storeOf(rows);
  const store: Store = {
    ...stored,
    get(key) {
      read.add(key);
      return stored.get(key);
    },
  };
  const order = openOrder(store, "en", "some");
  const entry = (uuid: string) => entryOf(rawStory({ uuid, full_slug: uuid }));
  const place = order && placeIn(order, entry("31234a"), { pageTypes: definition.pageTypes, entry });
  expect(place).toBe(31_235);
  order?.insert(place ?? 0, "31234a");
  expect(read.size).toBeLessThanOrEqual(1 + Math.ceil(Math.log2(rows.length)));
  expect(order?.rows()).toHaveLength(2);
  order?.remove(0);
  expect(order?.rows()).toHaveLength(3);
});

/** Uuids in their order. */
function entriesNumbered(count: number): string[] {
  return Array.from({ length: count }, (_, at) => String(at).padStart(5, "0"));
}

test("an order is the same list however often stories are put in and taken out", () => {
  const change = fc.tuple(fc.boolean(), fc.nat(1000));
  fc.assert(
    fc.property(fc.nat(300), fc.array(change, { maxLength: 250 }), (length, changes) => {
      const expected = Array.from({ length }, (_, at) => `story ${at}`);
      const store = storeOf([...orderRows("en", "some", expected)]);
      for (const half of [changes.slice(0, 125), changes.slice(125)]) {
        const order = openOrder(store, "en", "some");
        if (!order) throw new Error("It was stored.");
        for (const [isNew, number] of half) {
          const place = number % (expected.length + 1);
          if (isNew) {
            order.insert(place, `new ${number}`);
            expected.splice(place, 0, `new ${number}`);
          } else if (place < expected.length) {
            order.remove(place);
            expected.splice(place, 1);
          }
        }
        expect([order.length, order.slice(0, Number.POSITIVE_INFINITY)]).toEqual([expected.length, expected]);
        expect(order.slice(40, 63)).toEqual(expected.slice(40, 63));
        store.update(order.rows());
        const parts = order.rows().flatMap(([, value]) => (Array.isArray(value) ? [value.length] : []));
        expect(Math.max(0, ...parts)).toBeLessThanOrEqual(100);
      }
    }),
    { numRuns: propertyRuns(200) },
  );
});

test("a selection or count that was not stored, and a story that is not where it was stored, need a full build", () => {
  const many = entriesOf(
    Array.from({ length: 3 }, (_, position) => ({ position, department: "", place: "Bern", date_posted: "" })),
  );
  const entry = (_: string, uuid: string) => many[Number(uuid)] ?? undefined;
  const leave: ListChange[] = many.slice(0, 1).map((before) => ({ before, now: null }));
  const stored = rowsOf(many);
  const lists = (rows: Row[]) => changedLists(leave, { definition, entry, store: storeOf(rows) });
  expect(lists(stored).affected).not.toEqual([]);
  const selection = selectionKey({ type: TYPE });
  const without = (key: string) => stored.filter(([name]) => name !== key);
  expect(() => lists(without(KEYS.order("en", selection)))).toThrow(FullBuildNeeded);
  expect(() => lists(without(KEYS.answer("en", DEPENDENCIES.at(-1) ?? "")))).toThrow(FullBuildNeeded);
  expect(() => lists([...stored, ...orderRows("en", selection, ["2", "1"])])).toThrow(FullBuildNeeded);
  const known = storedLists({ store: storeOf(stored), definition, lang: "en", entry: (uuid) => entry("en", uuid) });
  expect(known.uuids({ type: TYPE, offset: 1, limit: 1 })).toEqual(["1"]); // no page had asked for this one
  expect(() => known.total({ type: TYPE, startsWith: "elsewhere/" })).toThrow(FullBuildNeeded);
});
