/** Addresses that an editor typed: whether they lead to a page is known at once, however the page comes or goes. */
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
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
const unpublished =
  (slug: string): Publish =>
  (space) =>
    space.unpublish(slug);
const removed = unpublished("pages/new");
const everyPage: Publish = (space) =>
  space.setGlobal((story) => {
    story.content.open_jobs = String(Number(story.content.open_jobs) + 1);
  });

/**
 * Builds after each round of edits, compares files and problems with those of a build from nothing, and returns how often
 * an address leads nowhere, on pages of any name or of one that begins with a text.
 */
async function broken(rounds: readonly (readonly Publish[])[], site: BuildFixture = workshop) {
  const edited = await openEdited(true);
  const grown = await site.grown(undefined, true);
  const pages: string[][] = [];
  try {
    for (const round of rounds) {
      const before = site.copyOut(grown);
      for (const edit of round) edit(edited.space);
      const result = await site.build(edited, grown);
      const { files, result: clean } = await site.cleanBuild(edited, grown, before);
      const { problems } = clean.report;
      expect(result.report.problems).toEqual(problems);
      expect(filesOf(grown.out)).toEqual(files);
      pages.push(problems.flatMap(({ code, story }) => (code === "CONTENT_BROKEN_ADDRESS" ? [story] : [])));
    }
    return (on = "") => pages.map((round) => round.filter((page) => page.replace(/^de\//, "").startsWith(on)).length);
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

test("a typed address is a problem as soon as its page goes, and none once it is back, however it is spelled and whatever else leads there", async () => {
  // In other letters it leads nowhere; one of another language's page goes with that page.
  const letters = typed("/Pages/Second/");
  const second = page("pages/letters", [teaser(letters, typed("/de/pages/second/"), typed("/pages/second/a.pdf"))]);
  const english: Publish = (space) =>
    space.publish("pages/second", (story) => {
      story.languages = ["default"];
    });
  // With a dot it gets its slash as soon as there is a page, and loses it with the page.
  const dot = page("pages/dot", [teaser(typed("/pages/v1.2"))]);
  // A story link to the same page is removed first.
  const both = page("pages/both", [teaser(storyLink("pages/third"), typed("/pages/third/"))]);
  const one = page("pages/both", [teaser(typed("/pages/third/"))]);
  // A page of a listing goes with its last post.
  const paged = page("pages/paged", [teaser(typed("/insights/page/2/"))]);
  const posts = ["insights/a/post-0", "insights/a/post-2", "insights/b/post-3"].map(unpublished);
  const count = await broken([
    [...everySpelling, page("pages/new"), page("pages/second"), second, dot, page("pages/third"), both, paged],
    [removed, english, page("pages/v1.2"), one],
    [page("pages/new"), unpublished("pages/second"), unpublished("pages/v1.2"), unpublished("pages/third"), ...posts],
    [removed],
  ]);
  expect(count("pages/linking")).toEqual([0, ALL, 0, ALL]);
  expect(count("pages/letters")).toEqual([4, 6, 6, 6]);
  expect(count("pages/dot")).toEqual([2, 0, 2, 2]);
  expect(count("pages/both")).toEqual([0, 0, 2, 2]);
  expect(count("pages/paged")).toEqual([0, 0, 2, 2]);
});

test("an address with a dot in what all pages share gets its slash as soon as there is a page", async () => {
  const inFrame: Publish = (space) =>
    space.setGlobal((story) => {
      story.content.main_nav = [{ component: "NavItem", title: "New", link: typed("/pages/v1.2") }];
    });
  const [before, there, gone] = (await broken([[inFrame], [page("pages/v1.2")], [unpublished("pages/v1.2")]]))();
  expect([before === gone, there]).toEqual([true, 0]);
});

test("a build of the whole site knows the addresses of pages that it does not make, of those that publishes before it made, and leaves to the next publish what it needs, also of a page of which only the frame is new", async () => {
  const link = page("pages/linking", [teaser(typed("/pages/new/"))]);
  const other = page("pages/other", [teaser(typed("/pages/second/"))]);
  const count = await broken([
    [page("pages/new"), link],
    [everyPage, page("pages/second"), other],
    [removed, everyPage],
    [page("pages/new"), unpublished("pages/second")],
    [everyPage],
  ]);
  expect(count("pages/linking")).toEqual([0, 0, 2, 0, 0]);
  expect(count("pages/other")).toEqual([0, 0, 0, 2, 2]);
});

exhaustiveOnly(() => {
  test("an address in what all pages share is known of each page", async () => {
    const inFrame: Publish = (space) =>
      space.setGlobal((story) => {
        story.content.main_nav = [{ component: "NavItem", title: "New", link: typed("/pages/new/") }];
      });
    const [there, gone, back] = (await broken([[page("pages/new"), inFrame], [removed], [page("pages/new")]]))();
    expect([there, back]).toEqual([0, 0]);
    expect(gone).toBeGreaterThan(30);
  });

  test("an address leads to the page on the language's own domain", async () => {
    const dir = join(folder.dir, "domains");
    const site = openBuildFixture(dir, writeSampleWithDomains(dir));
    const link = page("pages/linking", [teaser(typed("/pages/new/"))]);
    const count = await broken([[page("pages/new"), link], [removed], [page("pages/new")]], site);
    expect(count()).toEqual([0, 2, 0]);
  });

  test("the address of a renamed page leads to its redirect", async () => {
    const link = page("pages/linking", [teaser(typed("/pages/new/"))]);
    const renamed = (space: SpaceService) => space.rename("pages/new", "pages/newer");
    await broken([[page("pages/new"), link], [renamed], [unpublished("pages/newer")]]);
  });
});
