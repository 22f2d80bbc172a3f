/** Words of several scripts, as their visitors type them, in the index that `searchIndex()` writes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSearchIndex, type SearchAnswer, type TextPart } from "../../src/content/search/ask-index.ts";
import { type CommandSite, openCommandSite } from "./command-site.ts";

const TEXTS = {
  ja: `私たちは東京で猫カフェを開いた。iPhoneで予約、ﾗｰﾒﾝも。${"長い文章が続く。".repeat(60)}終わりにﾊﾟﾝ屋と𠮷野家。`,
  ar: "هذا نَصٌّ عَرَبِيٌّ عن كِتَابٍ جديد",
  fa: "کتاب\u200cها می\u200cخوانم",
  he: "שָׁלוֹם לכולם",
  tr: "IŞIK İstanbul’da, ışık Isparta’da",
  pt: "Donau\u00addampf\u00adschiff, zero\u200blargura, corac\u0327a\u0303o, ＡＢＣ１２３",
};
const LANGUAGES = Object.keys(TEXTS);

let site: CommandSite;
beforeAll(async () => {
  site = await openCommandSite(
    {
      "site.ts": `import { defineSite, searchIndex } from "sitegen-storyblok";
import { SearchPage } from "./search.tsx";
export default defineSite({
  languages: ${JSON.stringify(LANGUAGES.map((code) => ({ code })))},
  translation: "folders",
  global: null,
  pageTypes: { page: {} },
  routes: [{ path: "/search/", page: SearchPage, head: { title: "x", noindex: true } }],
  outputs: [searchIndex()],
});
`,
      "search.tsx":
        'import { Search } from "sitegen-storyblok/kit";\nexport const SearchPage = () => <><h1>x</h1><Search /></>;\n',
      "blocks/page/page.schema.ts":
        'import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { text: text() } });\n',
      "blocks/page/page.tsx": "export default function Page({ text }) { return <><h1>x</h1><p>{text}</p></>; }\n",
    },
    Object.fromEntries(
      [...Object.entries(TEXTS), ["tr/b", "Ispanak"], ["tr/c", "ıspanak"]].map(([slug = "", text]) => [
        slug.includes("/") ? slug : `${slug}/home`,
        { name: "x", content: { component: "page", text } },
      ]),
    ),
  );
  await site.generate();
});
afterAll(() => site.close());

function indexOf(lang: string) {
  const path = (name: string) => join(site.out, "search", lang, name);
  return openSearchIndex({
    json: async (name) => JSON.parse(readFileSync(path(name), "utf8")),
    bytes: async (name, start, end) => readFileSync(path(name)).subarray(start, end),
    stemmer: async () => (await import(pathToFileURL(path("stemmer.js")).href)).stemmer,
    text: async () => TEXTS[lang as keyof typeof TEXTS],
  });
}

/** What results mark; null if nothing is found. */
async function marked(lang: string, query: string): Promise<{ marks: string[]; excerpt: string } | null> {
  const [result] = (await indexOf(lang).ask(query, { limit: 5 })).results;
  const textOf = (parts: readonly TextPart[]) => parts.map(({ text }) => text).join("");
  return (
    (result && {
      marks: result.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text),
      excerpt: textOf(result.excerpt),
    }) ??
    null
  );
}

test.each([
  ["ja", "iphone", ["iPhone"]],
  ["ja", "ＩＰＨＯＮＥ", ["iPhone"]],
  ["ja", "猫", ["猫"]],
  ["ja", "京", ["京"]],
  ["ja", "東京", ["東京"]],
  ["ja", "ラーメン", ["ﾗｰﾒﾝ"]],
  ["ja", "屋", ["屋"]],
  ["ja", "パン屋", ["ﾊﾟﾝ屋"]],
  ["ja", "ハ\u309aン屋", ["ﾊﾟﾝ屋"]],
  ["ja", "𠮷野", ["𠮷野"]],
  ["ar", "كتاب", ["كِتَابٍ"]],
  ["ar", "عربي", ["عَرَبِيٌّ"]],
  ["fa", "کتابها", ["کتاب\u200cها"]],
  ["he", "שלום", ["שָׁלוֹם"]],
  ["tr", "ışık", ["IŞIK", "ışık"]],
  ["tr", "istanbul", ["İstanbul"]],
  ["tr", "ISPARTA", ["Isparta"]],
  ["pt", "Donaudampfschiff", ["Donau\u00addampf\u00adschiff"]],
  ["pt", "zerolargura", ["zero\u200blargura"]],
  ["pt", "coração", ["corac\u0327a\u0303o"]],
  ["pt", "abc123", ["ＡＢＣ１２３"]],
])("%s: %s finds %j", async (lang, query, marks) => {
  expect((await marked(lang, query))?.marks).toEqual(marks);
});

test("the first result is there before the others, and says how many there will be", async () => {
  const before: number[][] = [];
  const show = ({ results, count }: SearchAnswer) => before.push([results.length, count]);
  const { results, count } = await indexOf("tr").ask("ıspanak", { limit: 5, show });
  expect([...before, [results.length, count]]).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

test("an excerpt of a text without spaces is around what was found, and ends between characters", async () => {
  const excerpt = (await marked("ja", "パン屋"))?.excerpt ?? "";
  expect(excerpt).toMatch(/^… .*終わりにﾊﾟﾝ屋と𠮷野家。$/u);
  expect(excerpt.length).toBeLessThan(200);
});

test("check does not say that the search asks for a word in vain, since it has an English one", async () => {
  expect((await site.run("check")).stdout).not.toContain("CODE_UNKNOWN_NAME");
});
