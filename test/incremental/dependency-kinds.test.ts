/** Each kind of dependency is needed: without it, some edit leaves a page outdated. */
import { afterAll, describe, expect, test } from "vitest";
import { DEPENDENCY_KINDS, type DependencyKind } from "../../src/incremental/dependency-kinds.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { openBuildFixture, openEdited } from "./builds.ts";
import { EDITS, type Edited } from "./edits.ts";

/** An edit that reaches a page through this kind alone. A new kind does not compile without one. */
const NEEDED_FOR: Record<DependencyKind, (edited: Edited) => void | Promise<void>> = {
  link: (edited) => EDITS.rename(edited, "insights/a/post-1", 1),
  elsewhere: (edited) => EDITS.rename(edited, "pages/english-only", 1),
  card: (edited) => EDITS.title(edited, "insights/a/post-0", 7),
  latest: (edited) => EDITS.first(edited, "insights/a/post-0", 1),
  // The oldest post of all, which no list shows.
  total: ({ space }) =>
    space.publish("insights/a/old", (story) => {
      story.content = { component: "Insights", teaser_title: "Old", date: "1999-01-01 10:00", body: [] };
    }),
  counts: (edited) => EDITS.category(edited, "insights/a/post-0", 2),
  combinations: (edited) => EDITS.industries(edited, "insights/a/post-0", 2),
  asset: (edited) => EDITS.lateAsset(edited),
  datasource: (edited) => EDITS.industryNames(edited, "", 0),
  name: (edited) => EDITS.name(edited, "insights/a/", 5),
  live(edited) {
    // German loses its second page of posts; what the English one shows stays.
    for (const slug of ["insights/b/post-3", "insights/b/post-4"]) EDITS.removeTranslation(edited, slug, 1);
  },
  homeImage: (edited) => EDITS.sharedPicture(edited, "home", 1),
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
}, 180_000);

/** What a page knows of the stories it links to; in the exhaustive run all. */
const TRIED: readonly DependencyKind[] = IS_EXHAUSTIVE ? (Object.keys(DEPENDENCY_KINDS) as DependencyKind[]) : ["link"];

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
