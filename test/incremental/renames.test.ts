/** Renamed and moved stories: their old paths redirect, and whatever names them follows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { SpaceService } from "../../bench/space/service/start-space-service.ts";
import type { CountedWork } from "../../src/util/work-counter.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { openBuildFixture, openEdited, writeSampleWithDomains, writeSampleWithFolders } from "./builds.ts";
import { photo, storyLink } from "./dense-space.ts";
import { beside, page, publishEach, type SpaceEdit } from "./publish-each.ts";

const folder = temporaryFolder();
/** A rule that leads to a page that is renamed, one from a path that a story gets, and a pattern beside them. */
const redirects = [
  { from: "/who", to: "/pages/members/" },
  { from: "/pages/squads", to: "/pages/chosen/" },
  { from: "/jobs/*", to: "/careers/:splat" },
];
const workshop = openBuildFixture(folder.dir, undefined, { redirects, hosts: ["netlify", "nginx"] });
afterAll(() => folder.remove());

const rename =
  (from: string, to: string, translated?: Record<string, string>): SpaceEdit =>
  (space) =>
    space.rename(from, to, translated);
const all =
  (...edits: readonly SpaceEdit[]): SpaceEdit =>
  (space) => {
    for (const edit of edits) edit(space);
  };
const title =
  (slug: string, text: string): SpaceEdit =>
  (space) =>
    space.publish(slug, ({ content }) => (content.teaser_title = text));

/** Pages that name a story: by a link, in rich text, as a breadcrumb, and by its typed address. */
const naming = (slug: string) => (space: SpaceService) => {
  page(`${slug}/below`)(space);
  space.publish("pages/english-only", (story) => {
    const typed = ["", "de/"].map((prefix) => ({ linktype: "url", url: `/${prefix}${slug}/`, cached_url: "" }));
    const link = [storyLink(slug), ...typed].map((one) => ({ component: "Link", title: "Read", link: one }));
    story.content.body = [{ component: "TextTeaser", text: "Read on", link }];
  });
};

describe("a renamed story", () => {
  test("that pages link to, rules lead to and addresses name; at the path that another left before; and its translation", async () => {
    const named = [
      rename("pages/members", "pages/crews"),
      rename("pages/crews", "pages/members"),
      rename("pages/members", "pages/squads"), // where a rule was
      rename("pages/squads", "careers/squads"),
    ];
    // The redirect of the first one goes.
    const followed = [
      rename("pages/first", "pages/left"),
      rename("pages/second", "pages/first"),
      (space: SpaceService) => space.unpublish("pages/first"),
      rename("pages/left", "pages/first-again"),
    ];
    const translated = [
      rename("pages/third", "pages/third", { de: "seiten/gruppen" }),
      rename("pages/third", "pages/fourth"),
      rename("pages/fourth", "pages/fourth", { de: "seiten/mannschaften" }),
    ];
    const first = ["pages/members", "pages/first", "pages/second", "pages/third"].map(page);
    const results = await publishEach(
      beside(named, followed, translated),
      workshop,
      all(...first, naming("pages/members")),
    );
    const broken = results.map(({ report }) =>
      report.problems.map(({ code }) => code).filter((code) => /MISS|ADDR/.test(code)),
    );
    const gone = Array(2).fill("REDIRECT_TARGET_MISSING"); // of the unpublished page, in both languages
    expect(broken).toEqual([[], [], gone, gone]);
    // Of the named one, those that follow each other, and the one with its translation.
    expect(results.map(({ summary }) => [summary.redirects, summary.pages.total, summary.pages.removed])).toEqual([
      [5 + 2 + 1, 73, 2 + 2 + 1],
      [5 + 2 + 2, 73, 2 + 2 + 1],
      [6 + 2 + 3, 71, 2 + 2 + 1],
      [8 + 4 + 3, 71, 2 + 2],
    ]);
  });

  test("that lists, cards and rich text show, with an edit of its text and with another's; beside others that take or swap paths at the same time", () =>
    publishEach(
      beside(
        [
          all(rename("insights/a/post-1", "insights/a/renamed"), title("insights/a/renamed", "Renamed")),
          all(rename("insights/a/renamed", "insights/b/moved"), title("insights/a/post-0", "Beside it")),
          rename("industries/cars", "solutions/cars"),
          rename("customers/one", "one"),
        ],
        [
          all(rename("pages/members", "pages/crews"), rename("careers/one", "pages/members")),
          all(
            rename("pages/members", "between"),
            rename("careers/two", "pages/members"),
            rename("between", "careers/two"),
          ),
          (space) => {
            space.unpublish("pages/crews");
            rename("insights/a/post-2", "pages/crews")(space);
          },
        ],
      ),
      workshop,
      all(page("pages/members"), naming("pages/members")),
    ));
});

test.each(["files", "payloads"] as const)(
  "a build that ends with its first %s has recorded the rename, so that the next one redirects",
  async (work) => {
    const edited = await openEdited(true);
    const grown = await workshop.grown(undefined, true);
    const count = (done: CountedWork) => {
      if (done === work) throw new Error("Stopped");
    };
    try {
      edited.space.rename("careers/one", "careers/first");
      const before = workshop.copyOut(grown);
      await expect(workshop.build(edited, grown, { count })).rejects.toThrow("Stopped");
      await workshop.build(edited, grown);
      expect(filesOf(grown.out)).toEqual(await workshop.clean(edited, grown, before));
      expect(readFileSync(join(grown.out, "careers/one/index.html"), "utf8")).toContain('href="/careers/first/"');
    } finally {
      await edited.space.close();
      workshop.clear(grown);
    }
  },
);

exhaustiveOnly(() => {
  test("is renamed on the domain of each language", async () => {
    const dir = join(folder.dir, "domains");
    const site = openBuildFixture(dir, writeSampleWithDomains(dir));
    const post = rename("insights/a/post-1", "insights/b/renamed", { de: "insights/b/anders" });
    await publishEach(
      [rename("pages/members", "pages/crews"), post, rename("pages/crews", "pages/members")],
      site,
      page("pages/members"),
    );
  });

  test("moves from one language's folder to the other's, and to the place of a translation", async () => {
    const dir = join(folder.dir, "folders");
    const site = openBuildFixture(dir, writeSampleWithFolders(dir));
    const first = all(...["de/home", "pages/new", "de/pages/other"].map(page), (space) =>
      space.publish("pages/new", ({ content }) => (content.og_image = photo(0))),
    );
    await publishEach(
      [
        rename("de/pages/other", "de/pages/new"),
        rename("pages/new", "pages/newer"),
        rename("pages/newer", "de/pages/newer"),
        rename("de/pages/new", "pages/newer"),
      ],
      site,
      first,
    );
  });
});
