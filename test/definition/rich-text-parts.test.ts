/** docs/rich-text.md, word by word: a site's own parts of rich text, for the whole site and for one text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineSite } from "../../src/exports/define.ts";
import { Link, type RichTextParts } from "../../src/exports/kit.ts";
import { editorQuery, openEditor, startEditor } from "../e2e/fake-editor.ts";
import { whenApp } from "../e2e/site.ts";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";
import { type CommandSite, openCommandSite } from "./command-site.ts";

const GUIDE = readFileSync(join(ROOT, "docs/rich-text.md"), "utf8");
const SHOWN = Object.fromEntries(
  [...GUIDE.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```/gm)].map(([, path = "", text = ""]) => [path, text]),
);
const PART = '<aside className="small-hero"';
/** The guide's, one of which fails for a word in the content. */
const OWN_PARTS = (SHOWN["parts/rich-text.tsx"] ?? "").replace(
  `return ${PART}`,
  `if (headline === "Fails") throw new Error("no such part");\n  return ${PART}`,
);
const FILES = {
  ...SHOWN,
  "parts/rich-text.tsx": OWN_PARTS,
  "blocks/page/page.schema.ts":
    'import { blocks, defineBlock } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { body: blocks(["hero", "text", "live"]) } });\n',
  // The same text in a block whose code browsers get.
  "blocks/live/live.schema.ts":
    'import { defineBlock, richtext } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ hydrate: true, fields: { text: richtext() } });\n',
  "blocks/live/live.tsx":
    'import { useState } from "react";\nimport { editable, RichText } from "sitegen-storyblok/kit";\nexport function Live(props) { const [n, add] = useState(0); return <div {...editable(props)} className="live"><button onClick={() => add(n + 1)}>{"Clicked " + n}</button><RichText doc={props.text} /></div>; }\n',
};

const text = (value: string, ...marks: object[]) => ({ type: "text", text: value, marks });
const IMAGE = {
  type: "image",
  attrs: { src: "https://a.storyblok.com/f/7/4x3/0000000001/gear.png", alt: "Gear", copyright: "© A" },
};
const doc = (word: string, headline = "In a text") => ({
  type: "doc",
  content: [
    { type: "heading", attrs: { level: 2 }, content: [text("About gears")] },
    {
      type: "paragraph",
      content: [text(word), text("shop", { type: "link", attrs: { href: "https://a.example/", linktype: "url" } })],
    },
    // As the editor stores it.
    { type: "paragraph", content: [IMAGE] },
    { type: "code_block", attrs: { class: "language-ts" }, content: [text("let a = 1;")] },
    { type: "blok", attrs: { body: [{ component: "hero", _uid: `h-${word}`, headline }] } },
  ],
});
const page = (...body: object[]) => ({ content: { component: "page", body } });
const STORIES = {
  home: page(
    { component: "hero", _uid: "h", headline: "On its own" },
    { component: "text", _uid: "t", text: doc("Static ") },
    { component: "live", _uid: "l", text: doc("Live ") },
  ),
  plain: page({ component: "text", _uid: "t", text: doc("Plain "), plain: true }),
};

const editor = startEditor();
let site: CommandSite;
let server: StaticServer;
let browser: TestBrowser;
beforeAll(async () => {
  const { origin, bridgeUrl } = await editor;
  site = await openCommandSite(FILES, STORIES, {
    site: { origin: "https://x.example", companyName: "X" },
    assets: "remote",
    preview: { editorOrigins: [origin], bridgeUrl },
  });
  await site.generate();
  [server, browser] = await Promise.all([startStaticServer(site.out), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await site?.close();
  await (await editor).close();
});

const PARTS = [
  '<a href="#about-gears">About gears</a></h2>',
  '<a class="arrow arrow--external" href="https://a.example/">shop</a>',
  "<figcaption>© A</figcaption></figure>",
  '<figure class="listing"><figcaption>ts</figcaption><pre tabindex="0"><code>let a = 1;</code></pre></figure>',
  '<aside class="small-hero">In a text</aside>',
];

test("the definition's parts are in every rich text of a page, and an embedded block has its own elsewhere", () => {
  const html = site.read("index.html");
  expect(html).toContain("<h1>On its own</h1>");
  for (const part of PARTS) expect(html.split(part)).toHaveLength(part.includes("about-gears") ? 2 : 3);
  const sheets = [...html.matchAll(/href="\/(_assets\/[^"]+\.css)"/g)].map(([, path = ""]) => site.read(path));
  expect(sheets.join("")).toContain(".listing");
});

test("those of one text come first, and what they leave out stays the site's", () => {
  const html = site.read("plain/index.html");
  expect(html).toContain('<a href="https://a.example/">shop</a>');
  for (const part of PARTS.filter((one) => !one.includes("arrow"))) expect(html).toContain(part);
});

async function openPage(): Promise<{ tab: Page; errors: string[] }> {
  const tab = await browser.newPage();
  const errors: string[] = [];
  tab.on("console", (message) => void (/error|warning/.test(message.type()) && errors.push(message.text())));
  tab.on("pageerror", (error) => void errors.push(String(error)));
  await tab.route("https://a.storyblok.com/**", (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  return { tab, errors };
}

test("they hydrate, and are shown after navigation in the browser", async () => {
  const { tab, errors } = await openPage();
  await tab.goto(`${server.origin}/`);
  const button = tab.getByRole("button");
  await button.click();
  await expect.poll(() => button.innerText()).toBe("Clicked 1");
  expect(errors).toEqual([]);
  await whenApp(tab); // a link that is clicked before is a usual one
  await tab.evaluate(() => {
    document.body.dataset.same = "";
    const link = document.createElement("a");
    link.href = "/plain/";
    link.textContent = "On";
    document.querySelector("main")?.append(link);
  });
  await tab.getByRole("link", { name: "On", exact: true }).click();
  await tab.getByText("Plain shop").waitFor();
  expect(await tab.evaluate(() => document.body.dataset.same)).toBe("");
  const html = await tab.locator("main").innerHTML();
  for (const part of PARTS.filter((one) => !one.includes("arrow"))) expect(html).toContain(part);
  expect(errors).toEqual([]);
  await tab.close();
});

test("the live preview shows them, and a part that fails costs its block alone", async () => {
  const { tab } = await openPage();
  const visual = await openEditor(tab, (await editor).origin);
  const { id, uuid } = JSON.parse(site.read("_payload.json")).story;
  const query = { storyId: id, component: "page", spaceId: 7, previewToken: "preview" };
  await visual.open(`${server.origin}/${editorQuery(query)}`);
  const type = (...body: object[]) =>
    visual.send({
      action: "input",
      story: { id, uuid, name: "Home", full_slug: "home", content: { component: "page", _uid: "p", body } },
    });
  await type({ component: "text", _uid: "t", text: doc("Typed ") });
  const frame = tab.frameLocator("iframe");
  await frame.getByText("Typed shop").waitFor();
  const html = await frame.locator("main").innerHTML();
  for (const part of PARTS) expect(html).toContain(part);
  await type({ component: "text", _uid: "t", text: doc("Again ", "Fails") });
  await frame.getByText("Again shop").waitFor();
  expect(await frame.getByRole("alert").innerText()).toContain("no such part");
  await tab.close();
});

test("a part with an event handler is refused in a block whose code browsers do not get", async () => {
  site.write({ "parts/rich-text.tsx": OWN_PARTS.replace(PART, `${PART} onClick={() => {}}`) });
  const { code, stderr } = await site.run("generate", "--jobs", "1");
  expect(code).toBe(1);
  expect(stderr).toMatch(/onClick does nothing in the block "hero", whose code browsers do not get/);
  site.write({ "parts/rich-text.tsx": OWN_PARTS });
});

test("parts that a site has typed by the kit are the definition's", () => {
  const richText: RichTextParts = { link: Link, blocks: { hero: () => null } };
  const typed = defineSite({ languages: [{ code: "en" }], pageTypes: { page: {} }, layout: { richText } });
  expect(typed.layout.richText).toBe(richText);
});
