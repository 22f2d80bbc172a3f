/** Which pages a build renders again, how much of each, and why. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPageGraph } from "../../src/incremental/page-graph.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";

const FILES = {
  "site.ts": `import { Layout } from "./layout.tsx";
export default {
  languages: [{ code: "en", origin: "https://www.example.com" }, { code: "fr", origin: "https://www.example.fr" }],
  pageTypes: { page: {} },
  layout: { Layout },
  styles: "./site.css",
};`,
  "site.css": "body { margin: 0 }",
  "layout.tsx": `import { useSite } from "sitegen-storyblok/kit";
export function Layout({ children }) { return <><header>{useSite().shared.global?.name}</header>{children}</>; }`,
  "blocks/global/global.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "global", fields: { name: text() } });`,
  "blocks/page/page.schema.ts": `import { blocks, defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "page", fields: { body: blocks(["hero", "note", "way"]) } });`,
  "blocks/hero/hero.css": ".hero { color: red }",
  "blocks/hero/hero.tsx": `export default function Hero({ headline }) { return <h1 className="hero">{headline}</h1>; }`,
  "blocks/note/note.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: { text: text() } });`,
  "blocks/note/note.tsx": "export default function Note({ text }) { return <p>{text}</p>; }",
  "blocks/way/way.schema.ts": `import { defineBlock, multilink } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: { to: multilink() } });`,
  "blocks/way/way.tsx": `import { Link } from "sitegen-storyblok/kit";
export default function Way({ to }) { return <Link link={to}>Go</Link>; }`,
};

const page = (...body: object[]) => ({ content: { component: "page", body } });
const linkTo = (to: object) => ({ component: "way", to: { fieldtype: "multilink", ...to } });
const TARGET = "6f1c2f7e-3f0a-4c5e-9d7b-2f6a1f0e9c11";
/** With a broken link and an unknown block. */
const ODD = page({ component: "hero", headline: "Odd" }, linkTo({ linktype: "url", url: "/nowhere/" }), {
  component: "stranger",
});
const STORIES = {
  home: storyWithHeadline("Home"),
  global: { content: { component: "global", name: "Company" } },
  note: page({ component: "note", text: "Only a note" }),
  target: { ...page({ component: "note", text: "Target" }), uuid: TARGET },
  way: page(linkTo({ linktype: "story", id: TARGET })),
  odd: ODD,
  ...Object.fromEntries(
    Array.from({ length: 22 }, (_, index) => [`more-${index}`, storyWithHeadline(`More ${index}`)]),
  ),
};
/** In both languages; the global story is no page. */
const PAGES = 2 * (Object.keys(STORIES).length - 1);

let site: SmallSite;
const lines: string[] = [];
const progress: [done: number, of: number][] = [];

/** A build: what it counted, what it wrote, and of the rendered pages why. */
async function build() {
  const counts = { payloads: 0, pages: 0, files: 0 };
  const count = (work: string, times = 1) => {
    if (work in counts) counts[work as keyof typeof counts] += times;
  };
  lines.length = 0;
  progress.length = 0;
  const reporter = {
    ...SILENT,
    detail: (line: string) => lines.push(line),
    progress: (done: number, of: number) => progress.push([done, of]),
  };
  const { report } = await site.build({ overrides: { testHooks: { count }, reporter } });
  const graph = openPageGraph({ stateDir: join(site.dir, "state") });
  const pages = graph.paths().map((path) => ({ path, ...graph.get(path) }));
  const rendered = pages.filter((page) => page.build === graph.build);
  return { counts, report, why: Object.fromEntries(rendered.map(({ path, reason }) => [path, reason])) };
}
const reasons = (reason: string, ...slugs: string[]) =>
  Object.fromEntries(slugs.flatMap((slug) => [`/en/${slug}/`, `/fr/${slug}/`]).map((path) => [path, reason]));
const codes = ({ report }: Awaited<ReturnType<typeof build>>) =>
  report.problems.map(({ code, story }) => `${code} ${story}`).sort();

const edit = (slug: string, change: (content: Record<string, unknown>) => void) =>
  site.service.publish(slug, (story) => change(story.content));
const firstBlock = (content: Record<string, unknown>) => (content.body as Record<string, unknown>[])[0] ?? {};
const file = (path: string) => join(site.out, path);

let first: Awaited<ReturnType<typeof build>>;
beforeAll(async () => {
  site = await openSmallSite(FILES, STORIES);
});
afterAll(() => site.close());

test("the first build renders every page, says how far it is and which took longest", async () => {
  const started = performance.now();
  first = await build();
  expect(first.counts).toEqual({ payloads: PAGES, pages: PAGES, files: PAGES });
  expect(first.report.pages).toEqual({ total: PAGES, written: PAGES, unchanged: 0, removed: 0 });
  expect(new Set(Object.values(first.why))).toEqual(new Set(["new"]));
  expect(progress.filter(([, of]) => of === PAGES)).toEqual([[50, PAGES]]);
  expect(lines).toContain(`Pages: ${PAGES} rendered, 0 kept from the last build`);
  const slowest = lines.find((line) => line.startsWith("Slowest: ")) ?? "";
  const times = [...slowest.matchAll(/ (\d+) ms/g)].map(([, ms]) => Number(ms));
  expect(times).toHaveLength(5);
  expect(Math.max(...times)).toBeLessThanOrEqual(Math.ceil(performance.now() - started));
  expect(codes(first)).toEqual(
    expect.arrayContaining(["CONTENT_BROKEN_ADDRESS en/odd", "CONTENT_UNKNOWN_COMPONENT fr/odd"]),
  );
});

test("an edited story renders its own pages, and all others are kept with what was wrong on them", async () => {
  edit("more-3", (content) => Object.assign(firstBlock(content), { headline: "Edited" }));
  const second = await build();
  expect(second.why).toEqual(reasons("story", "more-3"));
  expect(second.counts).toEqual({ payloads: 2, pages: 2, files: 2 });
  expect(second.report.pages).toEqual({ total: PAGES, written: 2, unchanged: PAGES - 2, removed: 0 });
  expect(lines).toContain(`Pages: 2 rendered, ${PAGES - 2} kept from the last build`);
  expect(site.read("fr/more-3/index.html")).toContain("Edited");
  expect(codes(second)).toEqual(codes(first));
});

test("a page that comes out as it was is not written, unless somebody changed it in the output folder", async () => {
  edit("odd", (content) => Object.assign(content, { internal_note: "Nobody sees this" }));
  const same = await build();
  expect(same.why).toEqual(reasons("story", "odd"));
  expect(same.counts).toMatchObject({ payloads: 2, pages: 2 });
  expect(same.report.pages.written).toBe(0);
  expect(codes(same)).toEqual(codes(first));
  writeFileSync(file("en/odd/index.html"), "Not a page");
  edit("odd", (content) => Object.assign(content, { internal_note: "Nor this" }));
  expect((await build()).report.pages.written).toBe(1);
  expect(site.read("en/odd/index.html")).toContain("Odd");
});

test.each(["index.html", "_payload.json"])("a %s that is gone is made again, and no other page is", async (name) => {
  rmSync(file(`fr/more-4/${name}`));
  edit("more-5", (content) => Object.assign(firstBlock(content), { headline: `Beside ${name}` }));
  const { why } = await build();
  expect(why).toEqual({ ...reasons("story", "more-5"), "/fr/more-4/": "output" });
  expect(existsSync(file(`fr/more-4/${name}`))).toBe(true);
});

test("what all pages share renders every page from the payload it has", async () => {
  edit("global", (content) => Object.assign(content, { name: "Another company" }));
  const shared = await build();
  expect(new Set(Object.values(shared.why))).toEqual(new Set(["shared"]));
  expect(shared.counts).toEqual({ payloads: 0, pages: PAGES, files: PAGES });
  expect(codes(shared)).toEqual(codes(first));
  expect(site.read("en/more-3/index.html")).toMatch(/Another company.*Edited/);
});

test("but not from one that its story or somebody has changed since", async () => {
  const payload = readFileSync(file("en/more-7/_payload.json"), "utf8");
  writeFileSync(file("en/more-7/_payload.json"), payload.replace("More 7", "More X"));
  edit("more-6", (content) => Object.assign(firstBlock(content), { headline: "Edited with it" }));
  edit("global", (content) => Object.assign(content, { name: "A third company" }));
  const { counts, why } = await build();
  expect(counts).toMatchObject({ payloads: 3, pages: PAGES });
  expect(new Set(Object.values(why))).toEqual(new Set(["shared"]));
  expect(site.read("en/more-6/index.html")).toContain("Edited with it");
  expect(site.read("en/more-7/_payload.json")).toContain("More 7");
});

test("a page made from the payload it had still follows the stories it shows", async () => {
  expect(site.read("en/way/index.html")).toContain('href="/target/"');
  site.service.rename("target", "aim");
  const { why, counts } = await build();
  expect(why).toEqual({ ...reasons("new", "aim"), ...reasons("site", "way") });
  expect(counts).toMatchObject({ payloads: 4, pages: 4 });
  expect(site.read("en/way/index.html")).toContain('href="/aim/"');
});

test("a block's changed stylesheet renders the pages that show the block, and stays published for all of them", async () => {
  site.write({ "blocks/hero/hero.css": ".hero { color: blue }" });
  const { why } = await build();
  const slugs = Object.keys(STORIES).filter((slug) => /^(more|odd)/.test(slug));
  expect(why).toEqual({ ...reasons("code", ...slugs), "/en/": "code", "/fr/": "code" });
  for (const page of ["en/odd/index.html", "fr/more-1/index.html"]) {
    const links = site.read(page).matchAll(/<link rel="stylesheet" href="([^"]+)"/g);
    const sheets = [...links].map(([, href]) => site.read(`${page.slice(0, 2)}${href}`));
    expect(sheets.filter((text) => /\.hero\{color:/.test(text))).toEqual([expect.stringMatching(/blue|#00f/)]);
  }
});

test("a tag of the site's own head is on every page after the next build, though no payload has it", async () => {
  const head = `head: [{ tag: "meta", attributes: { name: "owner", content: "Us" } }], languages:`;
  site.write({ "site.ts": FILES["site.ts"].replace("languages:", head) });
  const { why, counts } = await build();
  expect(new Set(Object.values(why))).toEqual(new Set(["code"]));
  expect(counts).toMatchObject({ payloads: PAGES, pages: PAGES });
  for (const page of ["en/index.html", "fr/more-9/index.html"])
    expect(site.read(page)).toContain('<meta name="owner" content="Us">');
});
