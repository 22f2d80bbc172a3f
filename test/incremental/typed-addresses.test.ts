/** Addresses that an editor typed: whether they lead to a page is known at once, however the page comes or goes. */
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { SpaceService } from "../../bench/space/service/start-space-service.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { type BuildFixture, openBuildFixture, openEdited, writeSampleWithDomains } from "./builds.ts";
import { storyLink } from "./dense-space.ts";

const folder = temporaryFolder();
const workshop = openBuildFixture(folder.dir);
afterAll(() => folder.remove());

type Publish = (space: SpaceService) => void;
type Link = Record<string, unknown>;

const page =
  (slug: string, body: unknown[] = []): Publish =>
  (space) =>
    space.publish(slug, (story) => {
      story.content = { component: "Page", meta_title: slug, body };
    });
const typed = (url: string): Link => ({ linktype: "url", url, cached_url: url });
/** A story link as an import leaves it: only an address. */
const withoutStory = (slug: string): Link => ({ linktype: "story", id: "", url: "", cached_url: slug });
const teaser = (...links: Link[]) => ({
  component: "TextTeaser",
  text: "Read on",
  link: links.map((link) => ({ component: "Link", title: "New", link })),
});
const richText = (href: string) => ({
  component: "RichtextVideo",
  headline: "Text",
  text: {
    type: "doc",
    content: [
      {
        type: "paragraph",
        content: [{ type: "text", text: "see", marks: [{ type: "link", attrs: { href, linktype: "url" } }] }],
      },
    ],
  },
});
const removed = (space: SpaceService) => space.unpublish("pages/new");
const everyPage: Publish = (space) =>
  space.setGlobal((story) => {
    story.content.open_jobs = String(Number(story.content.open_jobs) + 1);
  });

/**
 * Builds after each round of edits, compares files and problems with those of a build from nothing, and returns how often
 * an address leads nowhere.
 */
async function broken(rounds: readonly (readonly Publish[])[], site: BuildFixture = workshop): Promise<number[]> {
  const edited = await openEdited(true);
  const grown = await site.grown(undefined, true);
  const counts: number[] = [];
  try {
    for (const round of rounds) {
      const before = site.copyOut(grown);
      for (const edit of round) edit(edited.space);
      const result = await site.build(edited, grown);
      const { files, result: clean } = await site.cleanBuild(edited, grown, before);
      const { problems } = clean.report;
      expect(result.report.problems).toEqual(problems);
      expect(filesOf(grown.out)).toEqual(files);
      counts.push(problems.filter(({ code }) => code === "CONTENT_BROKEN_ADDRESS").length);
    }
    return counts;
  } finally {
    await edited.space.close();
    site.clear(grown);
  }
}

/** Each is an address of the same page, as an editor, an import or another program writes it. */
const SPELLINGS: Record<string, unknown> = {
  plain: teaser(typed("/pages/new/")),
  "without-slash": teaser(typed("/pages/new")),
  query: teaser(typed("/pages/new?from=mail&amp=1#part")),
  anchor: teaser(typed("/pages/new/#part")),
  escaped: teaser(typed("/pages/n%65w/")),
  file: teaser(typed("/pages/new/index.html")),
  text: richText("/pages/new/"),
  "text-without-slash": richText("/pages/new"),
  "story-without-id": teaser(withoutStory("pages/new")),
};
/** A page for each of them, which are published with the page they link. */
const everySpelling = Object.entries(SPELLINGS).map(([name, block]) => page(`pages/linking-${name}`, [block]));
/** In two languages. */
const ALL = 2 * everySpelling.length;

test("a typed address is a problem as soon as its page goes, and none once it is back, however it is spelled", async () => {
  const rounds = [[...everySpelling, page("pages/new")], [removed], [page("pages/new")], [removed]];
  expect(await broken(rounds)).toEqual([0, ALL, 0, ALL]);
});

test("an address in other letters leads nowhere; one of another language's page goes with that page", async () => {
  const link = page("pages/linking", [
    teaser(typed("/Pages/New/"), typed("/de/pages/new/"), typed("/pages/new/a.pdf")),
  ]);
  const english: Publish = (space) =>
    space.publish("pages/new", (story) => {
      story.languages = ["default"];
    });
  expect(await broken([[page("pages/new"), link], [english], [removed]])).toEqual([4, 6, 6]);
});

test("an address with a dot gets its slash as soon as there is a page, and loses it with the page", async () => {
  const link = page("pages/linking", [teaser(typed("/pages/v1.2"))]);
  const gone = (space: SpaceService) => space.unpublish("pages/v1.2");
  const rounds = [[link], [page("pages/v1.2")], [gone]];
  expect(await broken(rounds)).toEqual([2, 0, 2]);
  const inFrame: Publish = (space) =>
    space.setGlobal((story) => {
      story.content.main_nav = [{ component: "NavItem", title: "New", link: typed("/pages/v1.2") }];
    });
  const counts = await broken([[inFrame], [page("pages/v1.2")], [gone]]);
  expect([counts[0] === counts[2], counts[1]]).toEqual([true, 0]);
});

test("an address is known beside a story link to the same page, which is removed first", async () => {
  const both = page("pages/linking", [teaser(storyLink("pages/new"), typed("/pages/new/"))]);
  const one = page("pages/linking", [teaser(typed("/pages/new/"))]);
  expect(await broken([[page("pages/new"), both], [one], [removed]])).toEqual([0, 0, 2]);
});

describe("a build of the whole site", () => {
  const link = page("pages/linking", [teaser(typed("/pages/new/"))]);

  test("knows the addresses of pages that it does not make, and of those that publishes before it made", async () => {
    const rounds = [[page("pages/new"), link], [everyPage], [removed, everyPage], [page("pages/new")], [everyPage]];
    expect(await broken(rounds)).toEqual([0, 0, 2, 0, 0]);
  });

  test("leaves to the next publish what it needs, also of a page of which only the frame is new", async () => {
    const rounds = [[page("pages/new"), link, everyPage], [everyPage], [removed]];
    expect(await broken(rounds)).toEqual([0, 0, 2]);
  });

  test("has the address of a page of a listing, which goes with its last post", async () => {
    const paged = page("pages/linking", [teaser(typed("/insights/page/2/"))]);
    const unpublish = (slug: string) => (space: SpaceService) => space.unpublish(slug);
    expect(
      await broken([[paged], ["insights/a/post-0", "insights/a/post-2", "insights/b/post-3"].map(unpublish)]),
    ).toEqual([0, 2]);
  });
});

exhaustiveOnly(() => {
  test("an address in what all pages share is known of each page", async () => {
    const inFrame: Publish = (space) =>
      space.setGlobal((story) => {
        story.content.main_nav = [{ component: "NavItem", title: "New", link: typed("/pages/new/") }];
      });
    const [there, gone, back] = await broken([[page("pages/new"), inFrame], [removed], [page("pages/new")]]);
    expect([there, back]).toEqual([0, 0]);
    expect(gone).toBeGreaterThan(30);
  });

  test("an address leads to the page on the language's own domain", async () => {
    const dir = join(folder.dir, "domains");
    const site = openBuildFixture(dir, writeSampleWithDomains(dir));
    const link = page("pages/linking", [teaser(typed("/pages/new/"))]);
    expect(await broken([[page("pages/new"), link], [removed], [page("pages/new")]], site)).toEqual([0, 2, 0]);
  });

  test("the address of a renamed page leads to its redirect", async () => {
    const link = page("pages/linking", [teaser(typed("/pages/new/"))]);
    const renamed = (space: SpaceService) => space.rename("pages/new", "pages/newer");
    const removedToo = (space: SpaceService) => space.unpublish("pages/newer");
    await broken([[page("pages/new"), link], [renamed], [removedToo]]);
  });
});
