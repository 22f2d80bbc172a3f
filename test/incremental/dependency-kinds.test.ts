/** Each kind of dependency is needed: without it, some edit leaves a page outdated. */
import { afterAll, describe, expect, test } from "vitest";
import type { DependencyKind } from "../../src/incremental/dependency-kinds.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { type Edited, openBuildFixture, openEdited } from "./builds.ts";
import { CATEGORIES, INDUSTRIES, LATE_PHOTO, photo, photos, SOLUTIONS } from "./dense-space.ts";

type Apply = (edited: Edited) => void | Promise<void>;
const publish =
  (slug: string, mutate: Parameters<Edited["space"]["publish"]>[1]): Apply =>
  ({ space }) =>
    space.publish(slug, mutate);
const content = (slug: string, fields: object) => publish(slug, (story) => Object.assign(story.content, fields));
const rename =
  (from: string, to: string): Apply =>
  ({ space }) =>
    space.rename(from, to);

/** Kinds that no block of the sample has; tests of their own show the same. */
const ELSEWHERE = {
  pages: "test/definition/story-lists.test.ts",
  content: "test/definition/story-blocks.test.ts",
  entry: "test/definition/story-blocks.test.ts",
  sourceEntry: "test/definition/sources.test.ts",
  sourceList: "test/definition/sources.test.ts",
  sourceTotal: "test/definition/sources.test.ts",
  code: "test/incremental/block-code.test.ts",
  data: "test/incremental/block-code.test.ts",
} as const satisfies { [K in DependencyKind]?: string };

type SampleKind = Exclude<DependencyKind, keyof typeof ELSEWHERE>;

/** An edit that reaches a page through this kind alone. A new kind does not compile without one. */
const NEEDED_FOR: Record<SampleKind, Apply> = {
  link: rename("insights/a/post-1", "insights/a/renamed"),
  elsewhere: rename("pages/english-only", "pages/renamed"),
  card: content("insights/a/post-0", { teaser_title: "Title", teaser_title__i18n__de: "Titel" }),
  latest: content("insights/a/post-0", { date: "2031-01-02 10:00" }),
  // The oldest post of all, which no list shows.
  total: content("insights/a/old", { component: "Insights", teaser_title: "Old", date: "1999-01-01 10:00", body: [] }),
  counts: content("insights/a/post-0", { category: "events" }),
  combinations: content("insights/a/post-0", { industries: [INDUSTRIES[0]], solutions: [SOLUTIONS[2]] }),
  async asset({ assets }) {
    for (const [path, asset] of await photos([LATE_PHOTO])) assets.set(path, asset);
  },
  // Another order of the filters.
  datasource: ({ space }) =>
    space.setDatasource(
      "insight-categories",
      [...CATEGORIES].reverse().map((value) => ({ name: `${value} name`, value, de: `${value} Name` })),
    ),
  option: ({ space }) =>
    space.setDatasource(
      "all-industries",
      INDUSTRIES.map((value) => ({ name: `${value} renamed`, value, de: `${value} anders` })),
    ),
  word: ({ space }) => space.setDatasource("labels", [{ name: "home_page", value: "Start", de: "Anfang" }]),
  shown: ({ space }) =>
    space.setDatasource("labels", [{ name: "skip_to_content", value: "To the text", de: "Zum Text" }]),
  name: publish("insights/a/", (story) => (story.name = "Another name")),
  live({ space }) {
    // German loses its second page of posts; what the English one shows stays.
    for (const slug of ["insights/b/post-3", "insights/b/post-4"])
      space.publish(slug, (story) => (story.languages = ["default"]));
  },
  homeImage: content("home", { og_image: photo(1) }),
};

const folder = temporaryFolder();
const workshop = openBuildFixture(folder.dir);
afterAll(() => folder.remove());

test("a word that payloads hold is changed in all of them", async () => {
  const edited = await openEdited();
  try {
    const grown = await workshop.grown();
    const before = workshop.copyOut(grown);
    edited.space.setDatasource("labels", [{ name: "home_page", value: "Start", de: "Anfang" }]);
    await workshop.build(edited, grown);
    expect(filesOf(grown.out)).toEqual(await workshop.clean(edited, grown, before));
  } finally {
    await edited.space.close();
  }
});

/** What a page knows of the stories it links to; in the exhaustive run all. */
const TRIED: readonly SampleKind[] = IS_EXHAUSTIVE ? (Object.keys(NEEDED_FOR) as SampleKind[]) : ["link", "shown"];

describe("without one kind of dependency, an incremental build is not a clean one", () => {
  test.each(TRIED)(
    "%s",
    async (kind) => {
      const edited = await openEdited();
      try {
        const blind = await workshop.grown({ unrecorded: kind });
        const seeing = await workshop.grown();
        const before = workshop.copyOut(seeing);
        await NEEDED_FOR[kind](edited);
        await workshop.build(edited, seeing);
        await workshop.build(edited, blind, { unrecorded: kind });
        const clean = await workshop.clean(edited, seeing, before);
        expect(filesOf(seeing.out)).toEqual(clean);
        const pages = (files: Record<string, string>) =>
          Object.entries(files).filter(([path]) => path.endsWith("index.html") || path.endsWith("_payload.json"));
        expect(pages(filesOf(blind.out))).not.toEqual(pages(clean));
      } finally {
        await edited.space.close();
      }
    },
    180_000,
  );
});
