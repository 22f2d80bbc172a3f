/** A release in a pull, from services that say which stories are in it and from those that do not. */
import { afterEach, expect, test } from "vitest";
import { rawStory } from "../helpers/memory-space.ts";
import { type ScriptedService, startScripted } from "./scripted-service.ts";

let service: ScriptedService;
afterEach(() => service.close());

const PUBLISHED = ["home", "about"].map((slug, index) => ({
  ...rawStory({ full_slug: slug, uuid: `u-${slug}` }),
  id: index + 1,
}));
const saved = (slug: string) => PUBLISHED.find((story) => story.full_slug === slug);

/** Drafts: `about` has a saved change that is not in the release. */
const DRAFTS = PUBLISHED.map((story) =>
  story.full_slug === "about" ? { ...story, name: "About, saved" } : { ...story },
);

/** What the release has: another home, and a new story. */
const OWN = [
  { ...saved("home"), name: "Spring", updated_at: "2026-03-01T08:00:00.000Z" },
  { ...rawStory({ full_slug: "sale", uuid: "u-sale", first_published_at: null, published_at: null }), id: 3 },
];

async function start(own: readonly object[], refuse?: { status: number; body: unknown }) {
  service = await startScripted({
    stories: PUBLISHED,
    reply(path, query) {
      if (path !== "stories") return undefined;
      const release = query.get("from_release");
      if (release !== null && refuse) return refuse;
      if (query.get("version") !== "draft") return undefined;
      const uuids = new Set(own.map((story) => (story as { uuid: string }).uuid));
      const all = release === null ? DRAFTS : [...DRAFTS.filter(({ uuid }) => !uuids.has(uuid)), ...own];
      const wanted = query.get("by_uuids")?.split(",");
      const stories = all.filter((story) => !wanted || wanted.includes((story as { uuid: string }).uuid));
      return {
        body: { stories, cv: 100, rels: [], links: [] },
        headers: { total: String(stories.length), "per-page": "100" },
      };
    },
  });
}

const pull = () => service.pull({ release: "7", previewToken: "preview" });

async function names(): Promise<string[]> {
  const { space } = await pull();
  const found = [...space.stories("en")].map(({ full_slug, name }) => `${full_slug}: ${name}`);
  return found;
}

const EXPECTED = ["about: about", "home: Spring", "sale: sale"];

test("stories that name the release replace the published ones; other drafts are not shown", async () => {
  await start(OWN.map((story) => ({ ...story, release_id: 7 })));
  expect(await names()).toEqual(EXPECTED);
});

test("if none names it, what differs from the drafts without it is in the release", async () => {
  await start(OWN);
  expect(await names()).toEqual(EXPECTED);
  const listings = service.asked.filter((one) => one.startsWith("stories?") && one.includes("version=draft"));
  expect(listings.some((one) => !one.includes("from_release"))).toBe(true);
});

test("stories are published when they were saved last, and carry no mark of the editor", async () => {
  const content = {
    component: "Page",
    _uid: "x",
    _editable: "<!--#storyblok#{}-->",
    body: [{ component: "A", _uid: "y", _editable: "z" }],
  };
  await start([{ ...OWN[0], content, release_id: 7 }]);
  const { space } = await pull();
  const home = space.story("en", "u-home");
  expect(home?.published_at).toBe("2026-03-01T08:00:00.000Z");
  expect(JSON.stringify(home)).not.toContain("_editable");
});

test.each([
  [404, ["This record could not be found"], "RELEASE_UNKNOWN", "The space has no release 7"],
  [403, { error: "Forbidden" }, "FETCH_UNAUTHORIZED", "The token may not read release 7"],
])("%i is said as what it is", async (status, body, code, message) => {
  await start(OWN, { status, body });
  await expect(pull()).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  await expect(pull()).rejects.not.toMatchObject({ message: expect.stringContaining("scripted-secret-token") });
});

test("merged meanwhile: confirm refuses", async () => {
  const own = OWN.map((story) => ({ ...story, release_id: 7 }));
  await start(own);
  const { confirm } = await pull();
  await confirm?.();
  // After the merge, the stories are in no release.
  for (const story of own) Object.assign(story, { release_id: null });
  await expect(confirm?.()).rejects.toMatchObject({ code: "RELEASE_MERGED" });
});
