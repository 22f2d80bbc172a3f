/** Pages that cannot be rendered: each is named with its block and line, and `keepGoing` keeps what was published. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BuildOptions } from "../../src/generate/build-options.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { foreignSite, heroPage } from "../definition/foreign-site.ts";
import { filesOf } from "../helpers/build-site.ts";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";

const FILES = {
  "site.ts": `import { Layout } from "./layout.tsx";
export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {}, letter: {} }, layout: { Layout } };`,
  "layout.tsx": `import { useSite } from "sitegen-storyblok/kit";
export function Layout({ children }) {
  if (useSite().payload.path === "/no-layout/") throw new Error("No layout");
  return children;
}`,
  "blocks/letter/letter.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "page", fields: { body: text() } });`,
  "blocks/letter/letter.tsx": `export default function Letter({ body }) { if (body === "fail") throw new Error("No letter"); return body; }`,
  "blocks/hero/hero.tsx": `export default function Hero({ headline }) {
  if (headline === "fail") throw new Error("No headline");
  if (headline === "fail with a text") throw "Only a text";
  return <h1>{headline}</h1>;
}`,
};

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite(FILES, {
    home: storyWithHeadline("Home"),
    ...Object.fromEntries(
      Array.from({ length: 11 }, (_, index) => [`page-${index}`, storyWithHeadline(`Page ${index}`)]),
    ),
    "no-layout": storyWithHeadline("Layout fails", { published: false }),
    letter: { content: { component: "letter", body: "Dear all" } },
  });
});
afterAll(() => site.close());

const write = (slug: string, ...headlines: string[]) =>
  site.service.publish(slug, (story) => {
    story.content.body = headlines.map((headline) => ({ component: "hero", headline }));
  });
const failure = async (overrides: Partial<BuildOptions> = {}) => {
  const error: unknown = await site.build({ overrides }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error as { code: string; message: string } | null;
};
const pages = () => [...Array(11).keys()].map((index) => `page-${index}`);
const isPublished = (path: string) => existsSync(join(site.out, path));

test("the failing one of several blocks is named, with the line that threw", async () => {
  expect((await site.build()).report.ok).toBe(true);
  write("page-1", "Fine", "fail", "Fine too");
  expect(await failure()).toMatchObject({
    code: "RENDER_FAILED",
    message: expect.stringMatching(/^\/page-1\/: body\[1\] \(hero\): No headline \(blocks\/hero\/hero\.tsx:2:\d+\)$/),
  });
  write("page-1", "Fine", "fail with a text");
  expect(await failure()).toMatchObject({ message: "/page-1/: body[1] (hero): Only a text" });
  write("page-1", "Page 1");
});

test("without a block where the layout fails, or the page itself, whose body is a text", async () => {
  write("no-layout", "Layout fails");
  site.service.publish("letter", (story) => {
    story.content.body = "fail";
  });
  expect((await failure())?.message.split("\n").sort()).toEqual([
    expect.stringMatching(/^\/letter\/: No letter \(blocks\/letter\/letter\.tsx:1:\d+\)$/),
    expect.stringMatching(/^\/no-layout\/: No layout \(layout\.tsx:3:\d+\)$/),
  ]);
  site.service.unpublish("no-layout");
  site.service.publish("letter", (story) => {
    story.content.body = "Dear all";
  });
});

test("ten pages are named, and how many more there are", async () => {
  for (const slug of pages().slice(0, 10)) write(slug, "fail");
  expect((await failure())?.message.split("\n")).toEqual(Array(10).fill(expect.stringMatching(/^\/page-\d\/: body/)));
  write("page-10", "fail");
  const lines = (await failure())?.message.split("\n") ?? [];
  expect([lines.length, lines[10]]).toEqual([11, "and 1 more"]);
  expect(site.read("page-10/index.html")).toContain("Page 10");
});

test("a build that fails leaves what the last one stored of its pages as it is", async () => {
  write("page-9", "Page 9");
  write("page-10", "Page 10");
  for (const slug of pages().slice(0, 9)) write(slug, slug);
  expect((await site.build()).report.ok).toBe(true);
  const stored = () => filesOf(join(site.dir, "state/cache"))["pages.state"];
  const before = stored();
  expect(before).toBeDefined();
  write("page-10", "fail");
  expect(await failure({ full: true })).toMatchObject({ code: "RENDER_FAILED" });
  expect(await failure()).toMatchObject({ code: "RENDER_FAILED" });
  expect(stored()).toBe(before);
});

test("with keepGoing the rest is published, and failing pages stay as they were where they are whole", async () => {
  for (const slug of pages()) write(slug, `Edited ${slug}`);
  write("page-2", "fail");
  write("page-3", "fail");
  write("home", "fail");
  write("new/page", "fail");
  rmSync(join(site.out, "page-3/index.html"));
  const { kept, report } = await site.build({ overrides: { keepGoing: true, reporter: SILENT } });
  expect(kept).toEqual(["/", "/page-2/"]);
  expect(site.read("page-1/index.html")).toContain("Edited page-1");
  expect(site.read("page-2/index.html")).toContain("Page 2");
  expect(["new/page/index.html", "page-3/index.html"].filter(isPublished)).toEqual([]);
  const failed = report.problems.filter(({ code }) => code === "RENDER_FAILED");
  expect(failed.map(({ story, message }) => [story, message.split(":")[0]])).toEqual([
    ["home", "The page / could not be rendered"],
    ["new/page", "The page /new/page/ could not be rendered"],
    ["page-2", "The page /page-2/ could not be rendered"],
    ["page-3", "The page /page-3/ could not be rendered"],
  ]);
});

test("pages that failed are tried again by the next build, though nothing was published since", async () => {
  expect((await failure())?.message).toMatch(/\/page-2\/: body/);
  for (const slug of ["home", "page-2", "page-3", "new/page"]) write(slug, "Well again");
  expect((await site.build()).report.ok).toBe(true);
  expect(["page-2", "new/page"].map((path) => site.read(`${path}/index.html`))).toEqual([
    expect.stringContaining("Well again"),
    expect.stringContaining("Well again"),
  ]);
});

test("a page that was never published is not in the sitemap before it is", async () => {
  const page = { content: { component: "page", body: [{ component: "frail", text: "boom" }] } };
  const schema =
    'import { defineBlock, text } from "sitegen/schema";\nexport const schema = defineBlock({ fields: { text: text() } });\n';
  const component = (isFrail: boolean) =>
    `export default function Frail({ text }) { if (${isFrail} && text === "boom") throw new Error("it broke"); return <p>{text}</p>; }\n`;
  const site = await foreignSite({
    site: { languages: [{ code: "en" }, { code: "fr" }], global: null, pageTypes: { page: {} } },
    stories: { home: heroPage("Home", "new") },
    languages: ["fr"],
    config: { site: { origin: "https://x.example", companyName: "X" } },
    files: { "blocks/frail/frail.schema.ts": schema, "blocks/frail/frail.tsx": component(true) },
  });
  try {
    const sitemap = () => readFileSync(join(site.out, "sitemap.xml"), "utf8");
    site.write("space/stories/new.json", JSON.stringify(page));
    await site.build({ keepGoing: true });
    expect([existsSync(join(site.out, "new")), sitemap().includes("/new/"), sitemap().includes("/fr/")]).toEqual([
      false,
      false,
      true,
    ]);
    site.write("space/stories/home.json", JSON.stringify(heroPage("Home again", "new")));
    await site.build({ keepGoing: true });
    expect(sitemap()).not.toContain("/new/");
    site.write("blocks/frail/frail.tsx", component(false));
    await site.build();
    expect(sitemap()).toContain("<loc>https://x.example/fr/new/</loc>");
    await site.expectClean();
  } finally {
    site.close();
  }
});
