/**
 * What a query of a large site's search loads, what a publish writes of its index, and what of a build's time it takes:
 * 5,000 pages in each of two languages. `SITEGEN_SEARCH_PAGES=1000` and `SITEGEN_SEARCH_LANGUAGES=1` are other sizes. `npm test` has test/definition/search.test.ts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSearchIndex, type SearchAnswer } from "../../src/content/search/ask-index.ts";
import { filesOf } from "../helpers/build-site.ts";
import { type CommandSite, openCommandSite } from "./command-site.ts";

const PAGES = Number(process.env.SITEGEN_SEARCH_PAGES ?? 5_000);
const LANGUAGES = Number(process.env.SITEGEN_SEARCH_LANGUAGES ?? 2);
const VOCABULARY = 30_000;
const SYLLABLES = ["ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va"];

/** A word by its rank. */
const word = (rank: number): string => {
  const first = SYLLABLES[rank % 16] ?? "";
  return rank < 16 ? `${first}r` : first + word(Math.floor(rank / 16));
};
/** Ranks as in natural texts: the n-th word is a n-th as frequent as the first. */
function ranks(seed: number) {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor(Math.exp((state / 4294967296) * Math.log(VOCABULARY)));
  };
}
const texts = (seed: number) => {
  const rank = ranks(seed);
  const some = (count: number) => Array.from({ length: count }, () => word(rank())).join(" ");
  return { title: some(5), headings: [some(4), some(4), some(4)], body: `${some(300)} only${seed}` };
};

const languages = ["en", "fr"].slice(0, LANGUAGES);
const definition = (outputs: string) => `import { defineSite, searchIndex } from "sitegen-storyblok";
export default defineSite({ languages: ${JSON.stringify(languages.map((code) => ({ code })))}, global: null, pageTypes: { post: {} }, outputs: [${outputs}] });
`;
const FILES = {
  "site.ts": definition("searchIndex()"),
  "blocks/post/post.schema.ts":
    'import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { headings: text(), body: text() } });\n',
  "blocks/post/post.tsx":
    'import { useSite } from "sitegen-storyblok/kit";\nexport default function Post({ headings, body }) { const { payload } = useSite(); return <><h1>{payload.story.name}</h1>{headings.split("|").map((one) => <h2 key={one}>{one}</h2>)}<p>{body}</p></>; }\n',
};
const story = (seed: number) => {
  const { title, headings, body } = texts(seed);
  return { name: title, content: { component: "post", headings: headings.join("|"), body } };
};

let site: CommandSite;
beforeAll(async () => {
  const stories = Object.fromEntries(
    Array.from({ length: PAGES }, (_, seed) => [seed === 0 ? "home" : `posts/p${seed}`, story(seed)]),
  );
  site = await openCommandSite(FILES, stories);
  await site.generate();
}, 600_000);
afterAll(() => site.close());

/** Bytes with gzip until the first result, and of the whole answer. */
async function ask(query: string) {
  const folder = join(site.out, "search/en");
  let bytes = 0;
  let first = 0;
  const load = (name: string) => {
    const content = readFileSync(join(folder, name));
    bytes += gzipSync(content).length;
    return content;
  };
  const range = (name: string, start: number, end: number) => {
    bytes += end - start;
    return readFileSync(join(folder, name)).subarray(start, end);
  };
  const index = openSearchIndex({
    json: async (name) => JSON.parse(load(name).toString()),
    bytes: async (...asked) => range(...asked),
    async stemmer() {
      load("stemmer.js");
      const module: unknown = await import(pathToFileURL(join(folder, "stemmer.js")).href);
      return (module as { stemmer: (text: string) => string }).stemmer;
    },
  });
  const show = (_: SearchAnswer) => {
    first ||= bytes;
  };
  const { results } = await index.ask(query, { limit: 10, show });
  return { first, bytes, titles: results.map(({ title }) => title.map(({ text }) => text).join("")) };
}

test("a query loads at most 60 KB to its first result", async () => {
  const seen: Record<string, { query: string; first: number; bytes: number; results: number }> = {};
  // The rarest word of a title: the longest.
  const [title = ""] = texts(77)
    .title.split(" ")
    .sort((one, other) => other.length - one.length);
  const asked = {
    title,
    open: title.slice(0, -1),
    common: word(3),
    rare: "only77",
    two: `${word(40)} ${word(700)}`,
    // Words that few pages have, together in one text.
    three: texts(99)
      .body.split(" ")
      .sort((one, other) => other.length - one.length)
      .slice(0, 3)
      .join(" "),
    letters: word(3000).slice(0, 3),
  };
  for (const [kind, query] of Object.entries(asked)) {
    const { first, bytes, titles } = await ask(query);
    seen[kind] = { query, first, bytes, results: titles.length };
  }
  console.log(JSON.stringify(seen));
  for (const [kind, { first, results }] of Object.entries(seen)) {
    expect([kind, results > 0]).toEqual([kind, true]);
    expect([kind, first <= 60 * 1024]).toEqual([kind, true]);
  }
});

test("a publish writes at most eight files of it", { timeout: 300_000 }, async () => {
  const index = () => filesOf(join(site.out, "search"));
  const changes = async (publish: () => void) => {
    const before = index();
    publish();
    const { user, system } = process.cpuUsage();
    await site.generate();
    const used = process.cpuUsage({ user, system });
    const ms = Math.round((used.user + used.system) / 1000);
    const after = index();
    const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
    return { ms, files: [...paths].filter((path) => before[path] !== after[path]).length };
  };
  const found = {
    nothing: await changes(() => undefined),
    title: await changes(() =>
      site.service.publish("posts/p20", (one) => Object.assign(one, { name: "Another title" })),
    ),
    text: await changes(() => site.service.publish("posts/p21", (one) => Object.assign(one, story(900_001)))),
    added: await changes(() => site.service.publish("posts/new", (one) => Object.assign(one, story(900_002)))),
    removed: await changes(() => site.service.unpublish("posts/p22")),
  };
  console.log(JSON.stringify(found));
  for (const { files } of Object.values(found)) expect(files).toBeLessThanOrEqual(8);
});

test("the index takes less than half of a clean build's processor time, for pages that are hardly more than text", {
  timeout: 600_000,
}, async () => {
  const clean = async (outputs: string, folder: string) => {
    site.write({ "site.ts": definition(outputs) });
    const { user, system } = process.cpuUsage();
    await site.generate("--out", `${folder}/out`, "--state", `${folder}/state`);
    const used = process.cpuUsage({ user, system });
    return Math.round((used.user + used.system) / 1000);
  };
  const [without, withIndex] = [await clean("", "plain"), await clean("searchIndex()", "full")];
  const share = (withIndex - without) / withIndex;
  console.log(JSON.stringify({ pages: PAGES * LANGUAGES, without, withIndex, share: share.toFixed(3) }));
  expect(share).toBeLessThan(0.5);
});
