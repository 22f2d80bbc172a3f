/** Blocks of the global story that documents leave to the shared state, and those that a document has to carry. */
import fg from "fast-glob";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";

const block = (name: string, component: string, more = "") => ({
  [`blocks/${name}/${name}.schema.ts`]: `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ ${more} fields: { text: text() } });`,
  [`blocks/${name}/${name}.tsx`]: `import { useContext, useId } from "react";
import { editable } from "sitegen-storyblok/kit";
import { Ground } from "../../ground.ts";
export default function Shown(props) { ${component} }`,
});

const FILES = {
  "site.ts": `import { Layout } from "./layout.tsx";
export default { languages: [{ code: "en" }], pageTypes: { page: {} },
  layout: { Layout, data: (reader) => [reader.self().name, reader.self().tags, reader.self().fields.nav.length] } };`,
  "ground.ts": 'import { createContext } from "react";\nexport const Ground = createContext(null);',
  "layout.tsx": `import { LateBlocks, useSite } from "sitegen-storyblok/kit";
import { Ground } from "./ground.ts";
export function Layout({ children }) {
  const { global } = useSite().shared;
  return <Ground value={{ name: "dark" }}>{children}
    <dialog id="ask"><LateBlocks of={global.asked}><p>Call us</p></LateBlocks></dialog>
    <aside><LateBlocks of={global.shown}><p>Never seen</p></LateBlocks></aside></Ground>;
}`,
  "blocks/global/global.schema.ts": `import { blocks, defineBlock } from "sitegen-storyblok/schema";
const any = () => blocks(["plain", "bare", "active", "grounded"]);
export const schema = defineBlock({ kind: "global", late: ["asked"], fields: { asked: any(), shown: any(), nav: blocks(["entry"]) } });`,
  ...block("plain", 'return <p {...editable(props)} id={useId()}>{props.text + " plain"}</p>;'),
  ...block("bare", 'return <p>{props.text + " bare"}</p>;'),
  ...block("active", 'return <button {...editable(props)}>{props.text + " active"}</button>;', "hydrate: true,"),
  ...block("entry", 'return <a href="/other/">{props.text}</a>;', 'kind: "item",'),
  ...block("grounded", 'return <p {...editable(props)}>{props.text + " on " + useContext(Ground).name}</p>;'),
};

const blocks = (text: string) =>
  ["plain", "bare", "active", "grounded", "plain"].map((component, at) => ({
    component,
    _uid: `${text}-${at}`,
    text: `${text} ${at}`,
  }));

let site: SmallSite;
beforeAll(async () => {
  const global = {
    name: "Frame",
    tags: ["red"],
    content: {
      component: "global",
      asked: blocks("asked"),
      shown: blocks("shown"),
      nav: [{ component: "entry", _uid: "nav", text: "Other" }],
    },
  };
  site = await openSmallSite(FILES, { home: storyWithHeadline("Home"), other: storyWithHeadline("Other"), global });
  await site.build();
});
afterAll(() => site.close());

test("what only shows something is in the shared state; what does more, or needs the layout, is in the document", () => {
  const [dialog = ""] = /<dialog.*?<\/dialog>/s.exec(site.read("index.html")) ?? [];
  expect(dialog.match(/Call us/g)).toHaveLength(1);
  expect(dialog.match(/asked \d \w+/g)).toEqual(["asked 1 bare", "asked 2 active", "asked 3 on"]);
  const [file = ""] = fg.sync("_assets/shared-en-*.json", { cwd: site.out });
  const { late } = JSON.parse(site.read(file)) as { late: Record<string, string> };
  expect(Object.values(late).map((html) => html.replace(/<[^>]*>/g, ""))).toEqual(["asked 0 plain", "asked 4 plain"]);
  for (const mark of Object.keys(late)) expect(dialog).toContain(`<div data-late="" data-block="${mark}">`);
  const ids = Object.values(late).map((html) => / id="([^"]+)"/.exec(html)?.[1]);
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(site.read("index.html")).not.toContain(`id="${id}"`);
});

test("a field that the schema does not name is shown as ever, and every page is the same there", () => {
  const [aside = ""] = /<aside>.*?<\/aside>/s.exec(site.read("index.html")) ?? [];
  expect(aside).not.toContain("Never seen");
  expect(aside.match(/shown \d/g)).toEqual(["shown 0", "shown 1", "shown 2", "shown 3", "shown 4"]);
  expect(site.read("other/index.html")).toContain(aside);
});

test("an item with a component of its own is among what pages load", () => {
  const [file = ""] = fg.sync("_assets/shared-en-*.json", { cwd: site.out });
  const shared = JSON.parse(site.read(file)) as { blocks: string[]; code: string[] };
  expect(shared.blocks).toContain("entry");
  expect(shared.code.filter((address) => address.endsWith("#entry"))).toHaveLength(1);
});

test("`self()` of `layout.data` is the global story, with its name, tags and fields", () => {
  const [file = ""] = fg.sync("_assets/shared-en-*.json", { cwd: site.out });
  expect(JSON.parse(site.read(file)).data).toEqual(["Frame", ["red"], 1]);
});
