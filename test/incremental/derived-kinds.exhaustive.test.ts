/**
 * Which kinds of edits are derived and which go through the whole site: the sample, its space with a folder for each
 * language, and a site that is not the sample. That both give the same bytes is held by the random edits
 * (oracle/, another-site.test.ts). `npm test` has test/incremental/derived-publishes.test.ts.
 */
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { TestHooks } from "../../src/incremental/test-hooks.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { openSmallSite } from "../helpers/small-site.ts";
import { FIRST_HOME, filesOfSite } from "./another-site.ts";
import { kindOf } from "./build-kind.ts";
import { openBuildFixture, openEdited, writeSampleWithFolders } from "./builds.ts";
import { page, type SpaceEdit } from "./derive.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** In a small space one story is a large share of the pages. */
const SMALL = { maxRemovedShare: 0.9 };

type Kind = Awaited<ReturnType<typeof kindOf>>;
type Rows = readonly [edit: string, apply: SpaceEdit, kind: Kind][];

const content =
  (slug: string, fields: object, frame: object = {}): SpaceEdit =>
  (space) =>
    space.publish(slug, (story) => {
      Object.assign(story, frame);
      story.content = { ...story.content, ...fields };
    });
const all =
  (...edits: SpaceEdit[]): SpaceEdit =>
  (space) => {
    for (const edit of edits) edit(space);
  };
const rename =
  (from: string, to: string): SpaceEdit =>
  (space) =>
    space.rename(from, to);
const unpublish =
  (slug: string): SpaceEdit =>
  (space) =>
    space.unpublish(slug);
const topics: SpaceEdit = (space) => space.setDatasource("topics", [{ name: "Iron, renamed", value: "iron" }]);

/** Edits of a site with a page, a story that lists show, and a listing. */
const usual = (of: { page: string; listed: string; listing: string; home: string }): Rows => [
  ["a field that no other page shows", content(of.page, { meta_title: "Edited" }), "derived"],
  ["a field that lists show", content(of.listed, { teaser_title: "Edited", title: "Edited" }), "derived"],
  ["a name", content(of.page, {}, { name: "Another name" }), "derived"],
  ["a story that becomes a data story and a page again", content(of.page, { component: "Note" }), "derived"],
  ["a data story that moves", rename(of.page, `${of.page}-moved`), "derived"],
  ["a data story that goes", unpublish(`${of.page}-moved`), "derived"],
  ["a listed story that goes", unpublish(of.listed), "derived"],
  ["a listed story that comes", content(of.listed, {}), "derived"],
  ["a renamed listed story", rename(of.listed, `${of.listed}-renamed`), "derived"],
  ["one that is renamed back", rename(`${of.listed}-renamed`, of.listed), "derived"],
  ["a renamed listing", rename(of.listing, `${of.listing}-renamed`), "whole"],
  ["an unpublished home page", unpublish(of.home), "whole"],
];

async function kinds(rows: Rows, build: (hooks: TestHooks) => Promise<unknown>, edit: (apply: SpaceEdit) => void) {
  const found: [string, Kind][] = [];
  for (const [name, apply] of rows) {
    edit(apply);
    found.push([name, await kindOf(build)]);
  }
  expect(found).toEqual(rows.map(([name, , kind]) => [name, kind]));
}

async function kindsOfSample(rows: Rows, site: ReturnType<typeof openBuildFixture>, first: SpaceEdit): Promise<void> {
  const edited = await openEdited(true);
  const grown = await site.grown(undefined, true);
  try {
    first(edited.space);
    await site.build(edited, grown);
    await kinds(
      rows,
      (hooks) => site.build(edited, grown, hooks),
      (apply) => apply(edited.space),
    );
  } finally {
    await edited.space.close();
    site.clear(grown);
  }
}

exhaustiveOnly(() => {
  test("the sample", async () => {
    const own: Rows = [
      [
        "a renamed translation",
        (space) => space.rename("careers/one", "careers/one", { de: "stellen/eins" }),
        "derived",
      ],
      [
        "two stories that swap their paths",
        all(rename("careers/one", "x"), rename("careers/two", "careers/one"), rename("x", "careers/two")),
        "derived",
      ],
      [
        "a story that takes the path of one that leaves",
        all(rename("careers/one", "x"), rename("careers/two", "careers/one")),
        "derived",
      ],
      ["a label", (space) => space.setDatasource("labels", [{ name: "home_page", value: "Start" }]), "whole"],
      ["the global story", (space) => space.setGlobal((story) => (story.content.open_jobs = "7")), "whole"],
    ];
    const of = { page: "pages/new", listed: "customers/two", listing: "insights/b", home: "home" };
    await kindsOfSample(
      [...own, ...usual(of)],
      openBuildFixture(join(folder.dir, "fields"), undefined, SMALL),
      page("pages/new"),
    );
  });

  test("a folder for each language", async () => {
    const tied = (slug: string, to: string) => content(slug, { component: "Page", body: [] }, { alternate_of: to });
    const own: Rows = [
      ["a page beside its translation", page("pages/beside"), "derived"],
      ["an edited page with a linked alternate", content("de/seite", { meta_title: "Edited" }), "derived"],
      ["its alternate", content("pages/tied", { meta_title: "Edited" }), "derived"],
      ["a page that is linked as an alternate", tied("de/neu", "pages/new"), "derived"],
      ["a linked alternate that goes", unpublish("de/seite"), "derived"],
      ["one that is renamed", rename("de/neu", "de/anders"), "derived"],
      ["a page that moves to another language", rename("pages/beside", "de/pages/moved"), "derived"],
    ];
    const site = openBuildFixture(
      join(folder.dir, "folders"),
      writeSampleWithFolders(join(folder.dir, "folders")),
      SMALL,
    );
    const pages = ["de/home", "de/pages/beside", "pages/tied", "pages/new", "pages/own"].map(page);
    const of = { page: "pages/own", listed: "insights/a/post-0", listing: "insights/b", home: "home" };
    await kindsOfSample([...own, ...usual(of)], site, all(...pages, tied("de/seite", "pages/tied")));
  });

  test("a site that is not the sample", async () => {
    const form = { domains: false, layoutLists: false, folders: false, base: "/" };
    const site = await openSmallSite(filesOfSite(form), { home: { content: FIRST_HOME } });
    const build = (testHooks: TestHooks = {}) => site.build({ config: SMALL, overrides: { testHooks } });
    try {
      const first = all(
        content("about", { component: "page", body: [] }),
        ...["one", "two"].map((name) => content(`news/${name}`, { component: "article", topic: "iron", body: [] })),
        content("archive", { component: "page", body: [{ component: "archive", size: "1" }] }),
      );
      first(site.service);
      await build();
      const own: Rows = [["an entry of a datasource", topics, "whole"]];
      const of = { page: "about", listed: "news/one", listing: "archive", home: "home" };
      await kinds([...own, ...usual(of)], build, (apply) => apply(site.service));
    } finally {
      await site.close();
    }
  });
});
