/** Blocks that show what blocks inside them say: hydration finds the data, though the inner ones bring no code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { startStaticServer } from "../helpers/static-server.ts";
import { type ForeignSite, foreignSite } from "./foreign-site.ts";

const FILES = {
  "blocks/columns/columns.schema.ts": `import { defineBlock, sections } from "sitegen/schema";
export const schema = defineBlock({ fields: { items: sections() } });
`,
  "blocks/columns/columns.tsx": `import { Blocks, editable } from "sitegen/kit";
export default function Columns(props) { return <section {...editable(props)}>
  {props.items.map((item) => <div key={item._uid}><h2>{item.title} ({item.component})</h2><Blocks of={[item]} /></div>)}
</section>; }
`,
  "blocks/note/note.schema.ts": `import { defineBlock, text } from "sitegen/schema";
export const schema = defineBlock({ fields: { title: text(), text: text() } });
`,
  "blocks/note/note.tsx": `import { editable } from "sitegen/kit";
export default function Note(props) { return <p {...editable(props)}>{props.text}</p>; }
`,
  "blocks/counter/counter.schema.ts": `import { defineBlock, text } from "sitegen/schema";
export const schema = defineBlock({ hydrate: true, fields: { title: text() } });
`,
  "blocks/counter/counter.tsx": `import { useState } from "react";
export default function Counter() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>{n}</button>; }
`,
};

const note = (title: string) => ({ component: "note", _uid: `note-${title}`, title, text: `Text of ${title}` });
const counter = { component: "counter", _uid: "counter", title: "Count" };
const body = [{ component: "columns", _uid: "columns", items: [note("one"), counter] }, note("outside")];

let site: ForeignSite;
let browser: TestBrowser;
beforeAll(async () => {
  const definition = { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };
  site = await foreignSite({
    site: definition,
    stories: { home: { content: { component: "page", body } } },
    files: FILES,
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  site?.close();
});

test("a page with such blocks is hydrated without an error and without its whole data", async () => {
  const server = await startStaticServer(site.out);
  const page = await browser.newPage();
  try {
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("request", (request) => request.url().includes("_payload.json") && wrong.push(request.url()));
    await page.goto(`${server.origin}/`);
    await page.getByRole("button").click();
    await expect.poll(() => page.getByRole("button").textContent()).toBe("1");
    expect(await page.locator("h2").allTextContents()).toEqual(["one (note)", "Count (counter)"]);
    expect(wrong).toEqual([]);
  } finally {
    await page.close();
    await server.close();
  }
});

test("the document has what is read of them, and not what nothing reads", () => {
  const html = readFileSync(join(site.out, "index.html"), "utf8");
  const [, payload = ""] = /<script type="application\/json" id="payload">(.*?)<\/script>/s.exec(html) ?? [];
  expect(payload).toContain("Text of one");
  expect(payload).not.toContain("Text of outside");
});
