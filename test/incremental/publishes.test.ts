/** Publishes of a few stories: what they make and write, and that it is what a build from nothing makes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { SpaceService } from "../../bench/space/service/start-space-service.ts";
import { storyUuid } from "../../src/space/identity.ts";
import type { CountedWork } from "../../src/util/work-counter.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { openBuildFixture, openEdited, writeSampleWithDomains, writeSampleWithFolders } from "./builds.ts";
import { storyLink } from "./dense-space.ts";
import { beside, page, publishEach, type SpaceEdit } from "./publish-each.ts";

const folder = temporaryFolder();
const workshop = openBuildFixture(folder.dir);
afterAll(() => folder.remove());

test("a label that changed with a story follows it, in the same build, which then has nothing left to do", async () => {
  const edited = await openEdited(true);
  const grown = await workshop.grown(undefined, true);
  const { space } = edited;
  // Under _assets/ the first of two builds has left files.
  const pagesIn = (files: Record<string, string>) =>
    Object.entries(files).filter(([path]) => !path.startsWith("_assets/"));
  try {
    space.publish("careers/one", ({ content }) => Object.assign(content, { teaser_title: "Another title" }));
    space.setDatasource("labels", [{ name: "we_are_hiring", value: "Join us", de: "Komm zu uns" }]);
    const before = workshop.copyOut(grown);
    await workshop.build(edited, grown);
    const clean = await workshop.clean(edited, grown, before);
    expect(pagesIn(filesOf(grown.out))).toEqual(pagesIn(clean));
    const { report } = await workshop.build(edited, grown);
    expect(report).toMatchObject({ requests: { total: 1 }, pages: { written: 0 } });
  } finally {
    await space.close();
    workshop.clear(grown);
  }
});

exhaustiveOnly(() => {
  test("a renamed listing renders nothing again that publishes before it have written", async () => {
    const rendered = async (before: readonly ((space: SpaceService) => void)[]) => {
      const edited = await openEdited(true);
      const grown = await workshop.grown(undefined, true);
      const counts: Partial<Record<CountedWork, number>> = {};
      const testHooks = {
        count: (work: CountedWork) => {
          counts[work] = (counts[work] ?? 0) + 1;
        },
      };
      try {
        for (const edit of before) {
          edit(edited.space);
          await workshop.build(edited, grown);
        }
        edited.space.rename("insights/b", "insights/c"); // a listing, with the posts below it
        const last = workshop.copyOut(grown);
        await workshop.build(edited, grown, testHooks);
        expect(filesOf(grown.out)).toEqual(await workshop.clean(edited, grown, last));
        return counts.pages;
      } finally {
        await edited.space.close();
        workshop.clear(grown);
      }
    };
    const alone = await rendered([]);
    expect(alone).toBeGreaterThan(0);
    const renamed = (slug: string) => (space: SpaceService) =>
      space.publish(slug, (story) => {
        story.content.teaser_title = `${slug}, renamed`;
      });
    expect(await rendered(["insights/a/post-1", "industries/cars", "insights/a/post-1"].map(renamed))).toBe(alone);
    expect(await rendered([page("pages/new"), page("pages/gone"), (space) => space.unpublish("pages/gone")])).toBe(
      alone,
    );
  });
});

test("an edit of the newest post that its card does not show looks at its own pages, however many pages list it", async () => {
  const edited = await openEdited(true);
  const grown = await workshop.grown(undefined, true);
  const newest = "insights/b/post-4";
  const looksAt = async (change: Parameters<typeof edited.space.publish>[1]) => {
    edited.space.publish(newest, change);
    const before = workshop.copyOut(grown);
    let payloads = 0;
    const count = (work: CountedWork) => {
      if (work === "payloads") payloads += 1;
    };
    const { summary } = await workshop.build(edited, grown, { count });
    expect(filesOf(grown.out)).toEqual(await workshop.clean(edited, grown, before));
    return { payloads, written: summary.pages.written };
  };
  try {
    expect(await looksAt(({ content }) => (content.meta_title = "For search engines"))).toEqual({
      payloads: 2,
      written: 2,
    });
    // Its German card changes: the English pages that list it are not looked at.
    const german = await looksAt(({ content }) => (content.teaser_title__i18n__de = "Nur auf Deutsch"));
    expect(german.written).toBeGreaterThan(3);
    expect(german.payloads - german.written).toBeLessThan(german.written);
  } finally {
    await edited.space.close();
    workshop.clear(grown);
  }
});

test("a list in what all pages share is followed by a publish of what it shows, and of what it does not show, whose stylesheet goes with its last block", async () => {
  const edited = await openEdited(true);
  const { space } = edited;
  const grown = await workshop.grown(undefined, true);
  const build = () => workshop.build(edited, grown);
  const job = (text: string, ...components: string[]) =>
    space.publish("careers/one", ({ content }) => {
      content.teaser_title = text;
      content.body = components.map((component) => ({ component, headline: component }));
    });
  try {
    space.setGlobal((story) => {
      const body = [{ component: "BlogTeaser", headline: "Newest", count: "1" }];
      const text = { type: "doc", content: [{ type: "blok", attrs: { body } }] };
      story.content.contact_overlay = [{ component: "Contact", headline: "Write to us", text }];
    });
    await build();
    job("Engineers", "IntroHeadline", "PricingPlan");
    await build();
    const before = workshop.copyOut(grown);
    space.publish("insights/b/post-4", ({ content }) => (content.teaser_title = "The newest post, renamed"));
    await build();
    expect(filesOf(grown.out)).toEqual(await workshop.clean(edited, grown, before));
    const later = workshop.copyOut(grown);
    job("Engineers and operators", "IntroHeadline");
    await build();
    expect(filesOf(grown.out)).toEqual(await workshop.clean(edited, grown, later));
  } finally {
    await space.close();
    workshop.clear(grown);
  }
});

const publishes =
  (slug: string, mutate: Parameters<SpaceService["publish"]>[1]): SpaceEdit =>
  (space) =>
    space.publish(slug, mutate);
const unpublish =
  (slug: string): SpaceEdit =>
  (space) =>
    space.unpublish(slug);
/** A story whose component is no page type. */
const note = (slug: string, component = "Note") =>
  publishes(slug, (story) => {
    story.content = { component, text: slug };
    story.languages = ["default", "de"];
  });

test("stories that no list shows come, change and go: pages, in both languages and in one, notes that are no pages, and a slug at which none is possible", async () => {
  const inLanguages = (slug: string, ...languages: string[]) =>
    publishes(slug, (story) => {
      story.content = { component: "Page", meta_title: slug, body: [] };
      story.languages = languages;
    });
  const renamedNote: SpaceEdit = (space) => space.rename("notes/one", "notes/renamed");
  const pages = [
    ...[page("pages/new"), publishes("pages/new", ({ content }) => (content.meta_title = "Another title"))],
    ...[unpublish("pages/new"), page("pages/new")],
    inLanguages("pages/english", "default"),
    inLanguages("pages/german", "de"),
    publishes("pages/english", (story) => (story.name = "Renamed")),
    inLanguages("pages/english", "default", "de"),
    inLanguages("pages/english", "de"),
  ];
  const notes = [
    note("notes/one"),
    publishes("notes/one", ({ content }) => (content.text = "Edited")),
    renamedNote,
    ...beside([note("notes/two")], [note("notes/other", "Quote")]),
    unpublish("notes/two"),
    page("notes/renamed"),
    note("notes/renamed", "Quote"),
    (space: SpaceService) => space.remove("notes/renamed"),
  ];
  const results = await publishEach(beside(pages, notes, [page("404.html"), unpublish("404.html")]), workshop);
  const said = (code: string) =>
    results.map(({ report }) => report.problems.flatMap((one) => (one.code === code ? [one.message] : [])));
  const noPages = said("CONTENT_NOT_A_PAGE");
  expect(noPages.map(({ length }) => length)).toEqual([2, 2, 2, 3, 4, 2, 1, 2, 2]);
  expect(noPages[3]?.find((text) => text.includes("4 stories"))).toContain("and 1 more");
  expect(said("CONTENT_UNUSABLE_SLUG").map(({ length }) => length > 0)).toEqual([true, ...Array(8).fill(false)]);
});

describe("a story that others name or list", () => {
  test("is known to those that asked for it in vain, as a page, as a note and as neither; others come, move in lists and go beside it", async () => {
    const links = publishes("pages/english-only", (story) => {
      const typed = { linktype: "url", url: "/pages/new/", cached_url: "/pages/new/" };
      const link = [storyLink("pages/new"), typed].map((one) => ({ component: "Link", title: "New", link: one }));
      const posts = { component: "BlogTeaser", posts: [storyUuid("pages/new")] };
      story.content.body = [{ component: "TextTeaser", text: "Read on", link }, posts];
    });
    const asNote = publishes("pages/new", (story) => {
      story.content = { component: "Note", text: "" };
    });
    const named = [
      (space: SpaceService) => {
        page("pages/new/below")(space);
        links(space);
      },
      ...[asNote, page("pages/new"), asNote, unpublish("pages/new")],
    ];
    const job = (department: string, position: number) =>
      publishes("careers/three", (story) => {
        story.position = position;
        story.content = { component: "Careers", teaser_title: "Three", department, body: [] };
      });
    const customer = (industry: string, solution: string) =>
      publishes("customers/three", (story) => {
        const of = { customer: "Three", industry, solution };
        story.content = { component: "SuccessStory", teaser_title: "Three", ...of, body: [] };
      });
    const listed = [
      ...[job("Office", 16), job("Lab", 99), unpublish("careers/one")],
      ...[customer("cars", "drift"), customer("food", "sound"), unpublish("customers/three")],
    ];
    const results = await publishEach(beside(listed, named), workshop);
    const said = results.map(({ report }) =>
      report.problems.flatMap(({ code, message, story }) => {
        if (story !== "pages/english-only") return [];
        const why = message.includes('"Note" is no page type') ? "no page type" : "unpublished";
        if (code === "CONTENT_BROKEN_ADDRESS") return [code];
        return code === "CONTENT_BROKEN_LINK" || code === "CONTENT_UNRESOLVED_RELATION" ? [`${code}: ${why}`] : [];
      }),
    );
    const each = (why: string) => [
      "CONTENT_BROKEN_ADDRESS",
      `CONTENT_BROKEN_LINK: ${why}`,
      `CONTENT_UNRESOLVED_RELATION: ${why}`,
    ];
    const [unpublished, noPageType] = [each("unpublished"), each("no page type")];
    expect(said).toEqual([unpublished, noPageType, [], noPageType, unpublished, unpublished]);
    // What the listed stories move: their own two pages and those of two lists, in both languages; the last story was in no
    // list's result. The search pages link all customers: the fourth comes, the last one goes.
    // What the named one moves: the page below it in both languages and the linking one; then the page, with breadcrumbs
    // and the link; then those without it.
    const pages = results.map(({ summary }) => [summary.pages.written, summary.pages.removed]);
    expect(pages).toEqual([
      [6 + 3, 0],
      [6 + 0, 0],
      [4 + 5, 2],
      [8 + 3, 0 + 2],
      [6 + 0, 0],
      [2, 2],
    ]);
  });
});

exhaustiveOnly(() => {
  test("each domain's lists, sitemap, feed and preview follow a publish, as a build from nothing has them", async () => {
    const ofDomains = join(folder.dir, "domains");
    const domains = openBuildFixture(ofDomains, writeSampleWithDomains(ofDomains));
    const edited = await openEdited(true);
    const grown = await domains.grown(undefined, true);
    try {
      for (const [round, slug] of ["careers/one", "insights/b/post-4", "insights/a/post-1"].entries()) {
        const before = domains.copyOut(grown);
        const id = (domain: string) => readFileSync(join(grown.out, domain, "_assets/builds/latest.json"), "utf8");
        const last = id("de");
        edited.space.publish(slug, (story) => {
          story.content.teaser_title = `Title ${round}`;
          story.content.teaser_title__i18n__de = `Titel ${round}`;
        });
        await domains.build(edited, grown);
        expect(id("de")).not.toBe(last);
        expect(filesOf(grown.out)).toEqual(await domains.clean(edited, grown, before));
      }
    } finally {
      await edited.space.close();
      domains.clear(grown);
    }
  });
});

const post =
  (slug: string, content: Record<string, string | boolean> = {}) =>
  (space: SpaceService) =>
    space.publish(slug, (story) => {
      const title = { teaser_title: slug, teaser_title__i18n__de: `${slug}, auf Deutsch` };
      const usual = { component: "Insights", category: "team", date: "2030-01-01 10:00", body: [] };
      story.content = { ...usual, ...title, ...content };
    });
/** The listing of all posts shows two a page, after a featured one. */
const FIFTH = "insights/b/fifth";

describe("a story of a type with a feed and listings with page numbers", () => {
  test("comes, with another page of a listing, moves by date and category, and goes", async () => {
    const results = await publishEach(
      [
        post("insights/b/new"),
        post(FIFTH, { date: "2001-01-01 10:00" }),
        post(FIFTH, { date: "2031-01-01 10:00" }),
        post(FIFTH, { category: "mlops" }),
        unpublish(FIFTH),
        unpublish("insights/a/post-1"), // the featured one
      ],
      workshop,
    );
    const pages = results.map(({ summary: { pages } }) => [pages.total, pages.written, pages.removed]);
    // In both languages: the archive, three folders and two categories count posts; a few pages show the newest ones.
    expect(pages).toEqual([
      [73, 38, 0],
      [79, 42, 0],
      [79, 38, 0],
      [75, 46, 4],
      [73, 38, 2],
      [65, 32, 8],
    ]);
  });
});

exhaustiveOnly(() => {
  test("a page comes and goes on the domain of each language", async () => {
    const dir = join(folder.dir, "pages-domains");
    const site = openBuildFixture(dir, writeSampleWithDomains(dir));
    await publishEach([page("pages/new"), unpublish("pages/new")], site);
  });

  test("a post comes on the domain of each language, in one of them only, out of search engines and feed, and goes", async () => {
    const dir = join(folder.dir, "posts-domains");
    const site = openBuildFixture(dir, writeSampleWithDomains(dir));
    const inGerman = (space: SpaceService) =>
      space.publish(FIFTH, (story) => {
        story.languages = ["de"];
      });
    const hidden = post("insights/b/hidden", { noindex: true });
    await publishEach([post("insights/b/new"), post(FIFTH), inGerman, hidden, unpublish("insights/b/new")], site);
  });

  test("posts come and go in the folder of each language, whose listings have other page numbers", async () => {
    const dir = join(folder.dir, "posts-folders");
    const site = openBuildFixture(dir, writeSampleWithFolders(dir));
    const listing = (space: SpaceService) => {
      page("de/home")(space);
      space.publish("de/insights/", (story) => {
        const block = { component: "BlogOverview", starts_with: "de/insights/", per_page: "1" };
        story.content = { component: "Page", meta_title: "Beiträge", body: [block] };
      });
      post("de/insights/a")(space);
      post("de/insights/b", { category: "mlops" })(space);
    };
    const later = ["de/insights/c", "insights/b/new", FIFTH].map((slug) => post(slug));
    await publishEach([...later, unpublish("de/insights/a"), unpublish("insights/b/new")], site, listing);
  });

  test("a page comes and goes beside its translation, which is at the same place in its language's folder", async () => {
    const dir = join(folder.dir, "pages-folders");
    const site = openBuildFixture(dir, writeSampleWithFolders(dir));
    const pages = ["pages/new", "de/pages/new", "de/pages/german", "pages/german"];
    const removed = ["pages/new", "de/pages/german", "pages/german", "de/pages/new"];
    await publishEach([...pages.map(page), ...removed.map(unpublish)], site, page("de/home"));
  });
});
