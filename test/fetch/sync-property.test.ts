import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SpaceService } from "../../bench/space/service/start-space-service.ts";
import { storyUuid } from "../../src/space/identity.ts";
import type { SpaceContents, StoredStory } from "../../src/space/model.ts";
import { propertyRuns } from "../helpers/property-runs.ts";
import { contentsOf, openPullFixture, type PullFixture } from "./helpers.ts";

/** Slugs that the edits use; the minimal space starts with some of them. */
const SLUGS = [
  "home",
  "imprint",
  "company/about",
  "insights/first-post",
  "insights/",
  "new-a",
  "insights/new-b",
  "de/nur",
];

type Edit =
  | { kind: "publish"; slug: string; text: string; refersTo: string }
  | { kind: "rename"; slug: string; to: string }
  | { kind: "translate"; slug: string; path: string }
  | { kind: "unpublish" | "remove" | "restore"; slug: string }
  | { kind: "languages"; slug: string; languages: string[] }
  | { kind: "translation"; slug: string; of: string }
  | { kind: "datasource"; name: string; value: string }
  | { kind: "global"; text: string }
  | { kind: "moveFolder"; from: string; to: string }
  | { kind: "position"; slug: string; position: number }
  | { kind: "undelete"; slug: string }
  | { kind: "sync" };

const slug = fc.constantFrom(...SLUGS);
const word = fc.constantFrom("alpha", "beta", "gamma", "delta");
const dated: fc.Arbitrary<Edit>[] = [
  fc.record({ kind: fc.constant("publish" as const), slug, text: word, refersTo: slug }),
  fc.record({ kind: fc.constant("rename" as const), slug, to: slug }),
  fc.record({ kind: fc.constant("translate" as const), slug, path: word }),
  fc.record({ kind: fc.constantFrom("unpublish" as const, "remove" as const, "restore" as const), slug }),
  fc.record({
    kind: fc.constant("languages" as const),
    slug,
    languages: fc.constantFrom<string[]>(["en"], ["de"], ["en", "de"]),
  }),
  fc.record({ kind: fc.constant("translation" as const), slug, of: slug }),
  fc.record({
    kind: fc.constant("datasource" as const),
    name: fc.constantFrom("labels", "all-solutions"),
    value: word,
  }),
  fc.record({ kind: fc.constant("global" as const), text: word }),
  fc.constant({ kind: "sync" as const }),
];
/** Changes that leave every date as it was. */
const undated: fc.Arbitrary<Edit>[] = [
  fc.record({
    kind: fc.constant("moveFolder" as const),
    from: fc.constantFrom("insights", "company", "moved"),
    to: fc.constantFrom("insights", "company", "moved"),
  }),
  fc.record({ kind: fc.constant("position" as const), slug, position: fc.nat(3) }),
  fc.record({ kind: fc.constant("undelete" as const), slug }),
];

describe("after any sequence of edits a sync holds what a clean pull holds", () => {
  it("in a small space, where the listing is one request", async () => {
    await checkSequences({ edits: fc.oneof(...dated, ...undated), listingPage: 1000, runs: 10 });
  });

  it("in a small space whose datasources are read last, or by the pull after an interrupted one", async () => {
    await checkSequences({ edits: fc.oneof(...dated, ...undated), listingPage: 1000, deferChecks: true, runs: 8 });
  });

  it("in a space too large for that", async () => {
    await checkSequences({ edits: fc.oneof(...dated, ...undated), listingPage: 3, runs: 15 });
  });

  it("in a large space whose listing is read last, or by the pull after an interrupted one", async () => {
    await checkSequences({ edits: fc.oneof(...dated, ...undated), listingPage: 1, deferChecks: true, runs: 10 });
  });
});

it("a folder that was moved is read in each language, though one of them lists it among its recent stories alone", async () => {
  const edits: Edit[] = [
    { kind: "moveFolder", from: "insights", to: "moved" },
    { kind: "languages", slug: "home", languages: ["de"] },
    { kind: "publish", slug: "de/nur", text: "alpha", refersTo: "home" },
    { kind: "publish", slug: "insights/new-b", text: "alpha", refersTo: "home" },
  ];
  await checkSequence(edits, { listingPage: 1000, deferChecks: true });
});

interface Sync {
  listingPage: number;
  deferChecks?: boolean;
}

async function checkSequences(options: Sync & { edits: fc.Arbitrary<Edit>; runs: number }) {
  const { edits: _, runs: __, ...sync } = options;
  const sequences = fc.array(options.edits, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(sequences, (edits) => checkSequence(edits, sync)),
    { numRuns: propertyRuns(options.runs) },
  );
}

async function checkSequence(edits: readonly Edit[], sync: Sync): Promise<void> {
  const bench = await openPullFixture();
  const removed = new Map<string, StoredStory>();
  try {
    await bench.pull(sync);
    for (const edit of [...edits, { kind: "sync" as const }]) {
      if (edit.kind !== "sync") await apply(edit, bench, removed);
      else await compareWithCleanPull(bench, sync);
    }
  } finally {
    await bench.close();
  }
}

/** Of a sync that left folders open, every other one asks; the rest end there, and the next pull asks. */
async function compareWithCleanPull(bench: PullFixture, sync: Sync): Promise<void> {
  const clean = await bench.cleanPull();
  const first = await bench.pull(sync);
  const isSettled = first.restUnchanged === null || (first.space.cv % 2 === 0 && (await first.restUnchanged()));
  const synced = isSettled ? first : await bench.pull(sync);
  expect(contentsOf(synced.space)).toEqual(contentsOf(clean.space));
  expect(sorted(synced.problems)).toEqual(sorted(clean.problems));
  const offline = await bench.pull({ offline: true });
  expect(contentsOf(offline.space)).toEqual(contentsOf(clean.space));
  expect(sorted(offline.problems)).toEqual(sorted(clean.problems));
}

function sorted(problems: unknown[]): string[] {
  return problems.map((problem) => JSON.stringify(problem)).sort();
}

async function apply(edit: Edit, bench: PullFixture, removed: Map<string, StoredStory>): Promise<void> {
  const { service } = bench;
  const at = "slug" in edit ? find(service, edit.slug) : undefined;
  switch (edit.kind) {
    case "publish":
      return publish(service, edit);
    case "rename":
      if (at && !find(service, edit.to)) service.rename(edit.slug, edit.to);
      return;
    case "translate":
      if (at) service.rename(edit.slug, edit.slug, { de: edit.path });
      return;
    case "unpublish":
      if (at?.live) service.unpublish(edit.slug);
      return;
    case "remove":
      if (!at) return;
      removed.set(edit.slug, at);
      return service.remove(edit.slug);
    case "restore": {
      const gone = removed.get(edit.slug);
      if (!gone || at || service.contents().stories.some((story) => story.uuid === gone.uuid)) return;
      return service.publish(edit.slug, (story) => Object.assign(story, { uuid: gone.uuid, content: gone.content() }));
    }
    case "undelete": {
      const gone = removed.get(edit.slug);
      const contents = service.contents();
      if (!gone || at || contents.stories.some((story) => story.uuid === gone.uuid)) return;
      return bench.reopen({ ...contents, stories: [...contents.stories, gone] });
    }
    case "languages":
      if (at) service.publish(edit.slug, (story) => Object.assign(story, { languages: edit.languages }));
      return;
    case "translation":
      if (at && edit.of !== edit.slug)
        service.publish(edit.slug, (story) => Object.assign(story, { alternate_of: edit.of }));
      return;
    case "datasource":
      return service.setDatasource(edit.name, [{ name: edit.value, value: edit.value, de: `de ${edit.value}` }]);
    case "global":
      return service.setGlobal((story) => Object.assign(story.content, { linkedin: edit.text }));
    case "moveFolder":
      return bench.reopen(moveFolder(service.contents(), edit));
    case "position":
      return bench.reopen(
        changeStories(service.contents(), (story) => (story === at ? { ...story, position: edit.position } : story)),
      );
    case "sync":
  }
}

function publish(service: SpaceService, edit: { slug: string; text: string; refersTo: string }): void {
  // The embedded service makes a new story's uuid of its slug; a story that moved away has it still.
  const uuid = storyUuid(edit.slug.replace(/\/$/, ""));
  if (!find(service, edit.slug) && service.contents().stories.some((story) => story.uuid === uuid)) return;
  service.publish(edit.slug, (story) => {
    story.content = { ...story.content, meta_title: edit.text, other: { $story: edit.refersTo } };
  });
}

function find(service: SpaceService, slugOf: string): StoredStory | undefined {
  return service.contents().stories.find((story) => story.slugPath === slugOf.replace(/\/$/, ""));
}

function moveFolder(contents: SpaceContents, { from, to }: { from: string; to: string }): SpaceContents {
  if (contents.stories.some((story) => story.slugPath === to || story.slugPath.startsWith(`${to}/`))) return contents;
  return changeStories(contents, (story) => {
    const inside = story.slugPath.startsWith(`${from}/`) || (story.isStartpage && story.slugPath === from);
    return inside ? { ...story, slugPath: to + story.slugPath.slice(from.length) } : story;
  });
}

function changeStories(contents: SpaceContents, change: (story: StoredStory) => StoredStory): SpaceContents {
  const stories = contents.stories.map((story) => {
    const changed = change(story);
    return changed === story ? story : { ...changed, hash: `${changed.hash}+${JSON.stringify(changed)}` };
  });
  return { ...contents, stories };
}
