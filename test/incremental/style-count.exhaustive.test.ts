/**
 * The number of stylesheets follows from a site's blocks: pages that combine them in ever new ways add none.
 * `npm test` has test/incremental/styles.test.ts.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

/** Eighteen blocks with a stylesheet each make a group of thirteen and one of five. */
const NAMES = Array.from({ length: 18 }, (_, index) => `part${String(index).padStart(2, "0")}`);
/** So many sets of the first group's blocks are in use. */
const SETS = 30;

const blockFiles = (name: string) => ({
  [`blocks/${name}/${name}.schema.ts`]:
    'import { defineBlock } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ fields: {} });\n',
  [`blocks/${name}/${name}.tsx`]: `export default function Part() { return <p className="${name}">${name}</p>; }\n`,
  [`blocks/${name}/${name}.css`]: `.${name} { order: ${name.length} }\n`,
});
const FILES = {
  ...Object.assign({}, ...NAMES.map(blockFiles)),
  "blocks/page/page.schema.ts":
    'import { defineBlock, sections } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { body: sections() } });\n',
  "site.ts": 'export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };\n',
};

/** Each page has a set of blocks that no other has, one of SETS in the first group. */
const bitsOf = (page: number) => (page % SETS) + Math.floor(page / SETS) * 2 ** 13;
const storiesUpTo = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const chosen = NAMES.filter((_name, place) => (bitsOf(index + 1) >> place) & 1);
      const content = { component: "page", body: chosen.map((component) => ({ component })) };
      return [index === 0 ? "home" : `p${index}`, { content }] as const;
    }),
  );

const sheetsOf = (site: SmallSite) => readdirSync(join(site.out, "_assets")).filter((name) => /^page-/.test(name));
const linksOf = (site: SmallSite, page: string) =>
  [...site.read(page).matchAll(/<link rel="stylesheet" href="\/_assets\/(page-[^"]+)"/g)].map(([, name = ""]) => name);

let few: SmallSite;
let many: SmallSite;
beforeAll(async () => {
  few = await openSmallSite(FILES, storiesUpTo(300));
  many = await openSmallSite(FILES, storiesUpTo(900));
  await few.build();
  await many.build();
});
afterAll(() => Promise.all([few.close(), many.close()]));

test("three times the pages, each with a set of blocks of its own, have the stylesheets of a bounded number", () => {
  const counts = [few, many].map((site) => sheetsOf(site).length);
  // All sets of either group but the empty one, which needs no file.
  expect(counts).toEqual([SETS - 1 + 300 / SETS, SETS - 1 + 900 / SETS]);
});

test("a page links exactly what its blocks need, in one order; all that is published is linked", () => {
  const last = many.read("p898/index.html");
  const text = linksOf(many, "p898/index.html")
    .map((name) => many.read(`_assets/${name}`))
    .join("");
  const shown = NAMES.filter((name) => last.includes(`class="${name}"`));
  expect(shown.length).toBeGreaterThan(3);
  const inOrder = [...shown].sort();
  expect([...text.matchAll(/\.(part\d+)\{/g)].map(([, name]) => name)).toEqual(inOrder);
  const linked = new Set(
    Array.from({ length: 900 }, (_, index) => (index === 0 ? "index.html" : `p${index}/index.html`)).flatMap((page) =>
      linksOf(many, page),
    ),
  );
  expect(sheetsOf(many).sort()).toEqual([...linked].sort());
});
