/** Orders and tags of lists, on a site whose start page lists its products in every way. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLiveSite } from "../../src/content/preview/live-site.ts";
import { resolveSite } from "../../src/site/resolve-site.ts";
import { runHere } from "../helpers/run-here.ts";
import { type ForeignSite, foreignSite } from "./foreign-site.ts";

const SITE = { languages: [{ code: "en" }], global: null, pageTypes: { page: {}, product: {} } };

const ORDERS = ["", "newest", "oldest", "position", "price", "price:desc", "name", "label"];

const FILES = {
  "blocks/product/product.schema.ts": `import { boolean, datetime, defineBlock, text } from "sitegen/schema";
export const schema = defineBlock({ kind: "page", fields: { price: text(), label: text(), date: datetime() } });
`,
  "blocks/product/product.tsx": "export default function Product({ price }) { return <p>{price}</p>; }\n",
  "blocks/lists/lists.schema.ts": `import { defineBlock } from "sitegen/schema";
export const schema = defineBlock({ fields: {} });
`,
  "blocks/lists/lists.tsx":
    "export default function Lists({ data }) { return <>{data.map(([name, text]) => <p key={name}>{[name, ': ', text, ';'].join('')}</p>)}</>; }\n",
  "blocks/lists/lists.data.ts": `const names = (cards) => cards.map(({ name }) => name).join(" ");
export function data(_, reader) {
  const type = "product";
  return [
    ...${JSON.stringify(ORDERS)}.map((order) => [order || "usual", names(reader.latest({ type, ...(order && { order }) }))]),
    ["cheapest", names(reader.latest({ type, order: "price", limit: 1 }))],
    ["new", names(reader.pages({ type, tags: "new" }))],
    ["new or sale", names(reader.latest({ type, tags: ["sale", "new"], order: "price" }))],
    ["sold", reader.total({ type, tags: ["sale"] })],
    ["tags", JSON.stringify(reader.tags({ type }))],
    ["own tags", reader.self().tags.join()],
  ];
}
`,
};

const product = (name: string, fields: object, more: object = {}) => ({
  name,
  ...more,
  content: { component: "product", ...fields },
});

const STORIES = {
  home: { tags: ["start"], content: { component: "page", body: [{ component: "lists" }] } },
  "p/anna": product("Änna", { price: "9.50", label: "two words", date: "2026-01-03 00:00" }, { position: 30 }),
  "p/bert": product("Bert", { price: "100", label: "A", date: "2026-01-02 00:00" }, { position: 10, tags: ["new"] }),
  "p/carl": product(
    "Carl",
    { label: "b c", date: "soon" },
    { position: 20, tags: ["sale", "new"], first_published_at: "2026-01-01T00:00:00Z" },
  ),
};

let site: ForeignSite;
beforeAll(async () => {
  const config = { preview: { editorOrigins: ["https://app.storyblok.com"] } };
  site = await foreignSite({ site: SITE, stories: STORIES, files: FILES, config });
});
afterAll(() => site?.close());

const home = () => readFileSync(join(site.out, "index.html"), "utf8").replaceAll("&quot;", '"');
const line = (name: string) => home().match(new RegExp(`<p>${name}: ([^;]*);</p>`))?.[1];
const edit = (slug: keyof typeof STORIES, story: object) =>
  site.write(`space/stories/${slug}.json`, JSON.stringify(story));

test("a list has the order that its query names", () => {
  expect(site.report.problems).toEqual([]);
  expect(line("usual")).toBe("Änna Bert Carl");
  expect(line("newest")).toBe("Änna Bert Carl");
  expect(line("oldest")).toBe("Carl Bert Änna");
  expect(line("position")).toBe("Bert Carl Änna");
  expect([line("price"), line("price:desc")]).toEqual(["Änna Bert Carl", "Bert Änna Carl"]);
  expect([line("name"), line("label")]).toEqual(["Änna Bert Carl", "Bert Carl Änna"]);
  expect(line("cheapest")).toBe("Änna");
});

test("stories have the tags of the content service, and lists are selected by them", () => {
  expect(line("new")).toBe("Bert Carl");
  expect(line("new or sale")).toBe("Bert Carl");
  expect(line("sold")).toBe("1");
  expect(line("tags")).toBe('[["new",2],["sale",1]]');
  expect(line("own tags")).toBe("start");
});

test("the preview has what its lists are ordered and selected by", () => {
  const { preview } = JSON.parse(readFileSync(join(site.out, "_assets/builds/latest.json"), "utf8"));
  const index = JSON.parse(readFileSync(join(site.out, preview.en), "utf8"));
  const { lists } = openLiveSite(index, resolveSite(SITE as never)).site;
  const names = (query: object) =>
    lists.en
      ?.latest({ type: "product", ...query })
      .map(({ name }) => name)
      .join(" ");
  for (const order of ORDERS.slice(1)) expect(names({ order }), order).toBe(line(order));
  expect(names({ tags: ["sale", "new"] })).toBe("Bert Carl");
  expect(JSON.stringify(lists.en?.tags({ type: "product" }))).toBe(line("tags"));
});

test("an edit of tags or of the ordering field reaches the list, as a new build has it", async () => {
  const changed = product(
    "Carl",
    { price: "2", label: "b c", date: "2026-01-01 00:00" },
    { position: 20, tags: ["new"] },
  );
  edit("p/carl", changed);
  const { pages } = await site.build();
  expect([line("cheapest"), line("sold"), line("tags"), pages.written]).toEqual(["Carl", "0", '[["new",2]]', 2]);
  await site.expectClean();
  edit("p/carl", { ...changed, tags: ["new", "sale"] });
  expect((await site.build()).pages.written).toBeGreaterThan(0);
  expect(line("tags")).toBe('[["new",2],["sale",1]]');
});

test("why names the lists", async () => {
  const { stdout } = await runHere(["why", "/", "--state", "state"], { cwd: site.dir });
  expect(stdout).toContain("counts by a field or tag");
});
