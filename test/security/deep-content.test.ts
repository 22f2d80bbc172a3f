/**
 * The deepest content that a story may have is on its page in full. React goes on with a new stack where one is full, and
 * loses levels then. A new process, whose code is not compiled yet, needs most of it, and the main thread has least.
 */
import { afterEach, expect, test } from "vitest";
import { exceededLimit } from "../../src/fetch/parse/parse-story.ts";
import { runCli } from "../helpers/run-cli.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

let site: SmallSite;
afterEach(() => site.close());

const FILES = {
  "site.ts": `export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };`,
  "sitegen.config.json": "{}",
  "blocks/page/page.schema.ts":
    'import { blocks, defineBlock } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { body: blocks(["box", "text"]) } });',
  "blocks/box/box.schema.ts":
    'import { blocks, defineBlock } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ fields: { inner: blocks(["box", "text"]) } });',
  "blocks/box/box.tsx":
    'import { Blocks } from "sitegen-storyblok/kit";\nexport default function Box({ inner }) { return <section><div><div><Blocks of={inner} /></div></div></section>; }',
  "blocks/text/text.schema.ts":
    'import { defineBlock, richtext } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ fields: { text: richtext() } });',
  "blocks/text/text.tsx":
    'import { RichText } from "sitegen-storyblok/kit";\nexport default function Text({ text }) { return <RichText doc={text} />; }',
};

const node = (type: string, ...content: unknown[]) => ({ type, content });
const paragraph = (text: string) => node("paragraph", { type: "text", text });
const richText = (content: unknown, level = 0) => ({
  component: "text",
  _uid: `text-${level}`,
  text: node("doc", content),
});
const box = (inner: unknown, level: number) => ({ component: "box", _uid: `box-${level}`, inner: [inner] });

interface Kind {
  slug: string;
  /** What the page has one of a level. */
  markup: string;
  nest: (inner: unknown, level: number) => object;
  innermost: object;
  /** Makes a block of what is nested. */
  block: (content: object) => object;
}

const inText = { innermost: paragraph("innermost"), block: richText };
const KINDS: readonly Kind[] = [
  { slug: "quotes", markup: "<blockquote>", nest: (inner) => node("blockquote", inner), ...inText },
  { slug: "lists", markup: "<ul>", nest: (inner) => node("bullet_list", node("list_item", inner)), ...inText },
  {
    slug: "tables",
    markup: "<table>",
    nest: (inner) => node("table", node("tableRow", node("tableCell", inner))),
    ...inText,
  },
  {
    slug: "blocks-in-rich-text",
    markup: '<div class="rich-text__blocks">',
    nest: (inner, level) => ({ type: "blok", attrs: { id: `${level}`, body: [richText(inner, level)] } }),
    ...inText,
  },
  {
    slug: "blocks",
    markup: "<section>",
    nest: box,
    innermost: richText(paragraph("innermost")),
    block: (content) => content,
  },
];

function storyOf({ nest, innermost, block }: Kind, levels: number) {
  let value = innermost;
  for (let level = 1; level <= levels; level += 1) value = nest(value, level);
  return { content: { component: "page", _uid: "page", body: [block(value)] } };
}

function deepest(kind: Kind): number {
  let levels = 1;
  while (exceededLimit(storyOf(kind, levels + 1).content) === null) levels += 1;
  return levels;
}

const limits = KINDS.map((kind) => [kind.slug, deepest(kind)] as const);

/** The command in a new process, with one thread. */
async function generate(...args: string[]) {
  const env = { STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: "public" };
  const { code, stdout } = await runCli(["generate", "--jobs", "1", "--json", ...args], { cwd: site.dir, env });
  return { code, stdout };
}

const pages = () => KINDS.map(({ slug }) => site.read(`${slug}/index.html`));
/** How many levels each page has around a text, or "none". */
const shown = (text: string) =>
  pages().map((html, at) => {
    const levels = html.split(KINDS[at]?.markup ?? "").length - 1;
    return [KINDS[at]?.slug, html.includes(`<p>${text}</p>`) ? levels : "none"];
  });
const open = (stories: Record<string, object>, files: Record<string, string> = {}) =>
  openSmallSite({ ...FILES, ...files }, { home: { content: { component: "page", body: [] } }, ...stories });

test("a clean build and one after a publish show every level of the deepest stories", async () => {
  site = await open(Object.fromEntries(KINDS.map((kind) => [kind.slug, storyOf(kind, deepest(kind))])));
  expect(await generate()).toMatchObject({ code: 0, stdout: expect.not.stringContaining("CONTENT_") });
  expect(shown("innermost")).toEqual(limits);

  for (const { slug } of KINDS) {
    site.service.publish(slug, (one) => {
      Object.assign(one.content, JSON.parse(JSON.stringify(one.content).replace("innermost", "published")));
    });
  }
  expect(await generate()).toMatchObject({ code: 0 });
  expect(shown("published")).toEqual(limits);
  const synced = pages();
  expect(await generate("--full")).toMatchObject({ code: 0 });
  expect(pages()).toEqual(synced);
});

test("a text has each kind of mark once, however many the story names", async () => {
  const marks = Array.from({ length: 9000 }, (_, at) => [
    { type: "bold" },
    { type: "italic" },
    { type: "styled", attrs: { class: `c${at}` } },
  ]).flat();
  const text = { type: "doc", content: [node("paragraph", { type: "text", text: "marked" })] };
  Object.assign(text.content[0]?.content[0] ?? {}, { marks });
  site = await open({ marks: { content: { component: "page", body: [{ component: "text", text }] } } });
  expect(await generate()).toMatchObject({ code: 0 });
  expect(site.read("marks/index.html")).toContain('<p><strong><em><span class="c0">marked</span></em></strong></p>');
});

test("a page whose blocks need more stack than there is fails, with the block's name", async () => {
  const heavy = `${"<div>".repeat(60)}<Blocks of={inner} />${"</div>".repeat(60)}`;
  const [kind] = KINDS.filter(({ slug }) => slug === "blocks");
  if (!kind) throw new Error("the nested blocks have another name");
  site = await open(
    { heavy: storyOf(kind, deepest(kind)) },
    {
      "blocks/box/box.tsx": `import { Blocks } from "sitegen-storyblok/kit";\nexport default function Box({ inner }) { return <section>${heavy}</section>; }`,
    },
  );
  const { code, stdout } = await generate();
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/the block \\"box\\" is inside \d+ others, more than can be/),
  ]);
});
