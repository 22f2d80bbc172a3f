/** What a build writes after a word, a label or an entry of a datasource has changed: the pages that show it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { filesOf } from "../helpers/build-site.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

const FILES = {
  "site.ts": `import { defineSite } from "sitegen-storyblok";
import { Layout } from "./layout.tsx";
export default defineSite({
  languages: [{ code: "en" }],
  pageTypes: { page: {} },
  datasources: ["labels", "topics"],
  labels: "labels",
  words: { en: { greeting: "Hello", farewell: "Bye", everywhere: "On all pages" } },
  layout: { Layout, NotFound: Layout },
});`,
  "layout.tsx": `import { useWords } from "sitegen-storyblok/kit";
export function Layout({ children }) {
  const w = useWords();
  return <><header>{w("everywhere")}</header>{children ?? w("farewell")}</>;
}`,
  "blocks/page/page.schema.ts": `import { blocks, defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "page", fields: { body: blocks(["hero", "greeter", "address", "topic", "choice", "list"]) } });`,
  "blocks/greeter/greeter.schema.ts": block("{}"),
  "blocks/greeter/greeter.tsx": `import { useWords } from "sitegen-storyblok/kit";
export default function Greeter() { return <p>{useWords()("greeting")}</p>; }`,
  "blocks/address/address.schema.ts": block("{}"),
  "blocks/address/address.tsx": `import { label, useSite } from "sitegen-storyblok/kit";
export default function Address() { return <address>{label(useSite().shared.labels, "street")}</address>; }`,
  "blocks/topic/topic.schema.ts": block('{ topic: datasource("topics") }', ", datasource"),
  "blocks/topic/topic.tsx": "export default function Topic({ topic }) { return <p>{topic?.label}</p>; }",
  "blocks/choice/choice.schema.ts": block("{}"),
  "blocks/choice/choice.tsx": `import { useSite } from "sitegen-storyblok/kit";
export default function Choice() {
  return <ul>{useSite().shared.options.topics.map(({ value, label }) => <li key={value}>{label}</li>)}</ul>;
}`,
  "blocks/list/list.schema.ts": block("{}"),
  "blocks/list/list.tsx": `import { useSite } from "sitegen-storyblok/kit";
export default function List() {
  const { words, labels } = useSite().shared;
  return <p>{Object.keys({ ...words }).length} {labels.length}</p>;
}`,
};

function block(fields: string, more = ""): string {
  return `import { defineBlock${more} } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: ${fields} });`;
}

const page = (component: string, fields: object = {}) => ({
  content: { component: "page", body: [{ component, _uid: "one", ...fields }] },
});
const STORIES = {
  home: page("hero", { headline: "Home" }),
  plain: page("hero", { headline: "Plain" }),
  "greets-1": page("greeter"),
  "greets-2": page("greeter"),
  "greets-3": page("greeter"),
  addressed: page("address"),
  red: page("topic", { topic: "red" }),
  blue: page("topic", { topic: "blue" }),
  choice: page("choice"),
  list: page("list"),
};
const ALL = Object.keys(STORIES).map((slug) => (slug === "home" ? "index.html" : `${slug}/index.html`));

const TOPICS = [
  { name: "Red", value: "red" },
  { name: "Blue", value: "blue" },
];
const LABELS = [{ name: "company", value: "Company" }];

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite(FILES, STORIES);
});
afterAll(() => site.close());
beforeEach(async () => {
  site.service.setDatasource("labels", LABELS);
  site.service.setDatasource("topics", TOPICS);
  await site.build();
});

const labels = (...more: object[]) => site.service.setDatasource("labels", [...LABELS, ...more] as typeof LABELS);

/** The files that a build changes, but for its lists, and how many pages it says it wrote. */
async function writtenAfter(edit: () => void) {
  const before = filesOf(site.out);
  edit();
  const made: Record<string, number> = { pages: 0, payloads: 0 };
  const count = (what: string) => {
    made[what] = (made[what] ?? 0) + 1;
  };
  const { report } = await site.build({ overrides: { testHooks: { count } } });
  const after = filesOf(site.out);
  await site.build({ overrides: { full: true } });
  expect(filesOf(site.out)).toEqual(after);
  const files = Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path]);
  return {
    files: files.filter((path) => !path.startsWith("_assets/builds/")).sort(),
    pages: report.pages.written,
    made,
  };
}

test("a label that comes: the three pages that show it, the one that counts all labels, and the words", async () => {
  expect(await writtenAfter(() => labels({ name: "greeting", value: "Good day" }))).toEqual({
    files: [
      "_words.json",
      "greets-1/index.html",
      "greets-2/index.html",
      "greets-3/index.html",
      "list/index.html",
    ].sort(),
    pages: 4,
    made: expect.objectContaining({ pages: 4, payloads: 0 }),
  });
});

test("a label that three pages show: these three and the words, without another payload", async () => {
  labels({ name: "greeting", value: "Good day" });
  await site.build();
  expect(await writtenAfter(() => labels({ name: "greeting", value: "Good evening" }))).toEqual({
    files: ["_words.json", "greets-1/index.html", "greets-2/index.html", "greets-3/index.html"],
    pages: 3,
    // The page that reads all words is made too, and comes out as it was.
    made: expect.objectContaining({ pages: 4, payloads: 0 }),
  });
});

test("a label that a page has asked for in vain, by name", async () => {
  const { files } = await writtenAfter(() => labels({ name: "street", value: "High Street 1" }));
  expect(files).toEqual(["_words.json", "addressed/index.html", "list/index.html"]);
  expect(site.read("addressed/index.html")).toContain("High Street 1");
});

test("a word of the layout: every page", async () => {
  const { files } = await writtenAfter(() => labels({ name: "everywhere", value: "Here too" }));
  expect(files).toEqual([...ALL, "404.html", "_words.json"].sort());
});

test("a word of the error page: that page", async () => {
  const { files, pages } = await writtenAfter(() => labels({ name: "farewell", value: "Good night" }));
  expect([files, pages]).toEqual([["404.html", "_words.json", "list/index.html"], 1]);
});

test("an entry of a datasource: the pages that show it, and those that show the list", async () => {
  const edit = () => site.service.setDatasource("topics", [{ name: "Crimson", value: "red" }, ...TOPICS.slice(1)]);
  expect(await writtenAfter(edit)).toEqual({
    files: ["_words.json", "choice/index.html", "red/_payload.json", "red/index.html"],
    pages: 2,
    made: expect.objectContaining({ pages: 2, payloads: 1 }),
  });
});

test("an entry of a datasource that goes: its value stands for itself", async () => {
  const { files } = await writtenAfter(() => site.service.setDatasource("topics", TOPICS.slice(0, 1)));
  expect(files).toEqual(["_words.json", "blue/_payload.json", "blue/index.html", "choice/index.html"]);
});

test("a story and a label that it shows, at once", async () => {
  const { files } = await writtenAfter(() => {
    labels({ name: "greeting", value: "Hi" });
    site.service.publish("greets-1", (story) => (story.name = "Renamed"));
  });
  expect(files).toContain("greets-1/index.html");
  expect(site.read("greets-1/index.html")).toContain("Hi");
});
