/** A site's own attributes and markup around the page, and its error pages. */
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { shareOf } from "../helpers/exhaustive.ts";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";
import { whenApp, whenAt } from "./site.ts";

const SITE = `import { defineSite } from "sitegen-storyblok";
import { ErrorPage, Layout, NotFound } from "./layout.tsx";
import { Document } from "./document.tsx";
export default defineSite({ languages: [{ code: "ar", locale: "ar" }], pageTypes: { page: {} }, layout: { Document, ErrorPage, Layout, NotFound } });`;

const FILES = {
  "site.ts": SITE,
  "layout.tsx": `import { Link } from "sitegen-storyblok/kit";
export const Layout = ({ children }) => <>{children}<nav><a href="/second/">Second</a></nav></>;
export const NotFound = () => <h1>Nothing at this address</h1>;
export const ErrorPage = () => <h1>This page broke</h1>;`,
  "document.tsx": `import type { DocumentFunction } from "sitegen-storyblok";
export const Document: DocumentFunction = ({ payload, shared }) => ({
  html: { dir: "rtl", class: payload.path === "/" ? "theme home" : "theme inner", "data-company": shared.site.companyName },
  body: payload.path === "/" ? { id: "top", "data-first": true } : {},
  bodyStart: <noscript><p className="note">Without script & "style"</p></noscript>,
  bodyEnd: <svg id="sprite" hidden />,
});`,
  "blocks/fragile/fragile.schema.ts": `import { defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ hydrate: true, fields: {} });`,
  "blocks/fragile/fragile.tsx": `import { useState } from "react";
export function Fragile() {
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error("on purpose");
  return <button onClick={() => setBroken(true)}>Break</button>;
}`,
  "blocks/page/page.schema.ts": `import { blocks, defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "page", fields: { body: blocks(["hero", "fragile", "text"]) } });`,
  "blocks/text/text.schema.ts": `import { defineBlock, markdown } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: { text: markdown() } });`,
  "blocks/text/text.tsx": `import { RichText } from "sitegen-storyblok/kit";
export const Text = ({ text }) => <RichText doc={text} />;`,
};

let site: SmallSite;
let server: StaticServer;
let browser: TestBrowser;
beforeAll(async () => {
  const fragile = { content: { component: "page", body: [{ component: "fragile" }] } };
  const named = {
    content: { component: "page", body: [{ component: "text", text: "## App\n\n## Payload\n\n## Main" }] },
  };
  const second = storyWithHeadline("Second");
  site = await openSmallSite(FILES, { home: storyWithHeadline("Home"), second, fragile, named });
  await site.build({ config: { site: { companyName: "A & B" } } });
  [browser, server] = await Promise.all([launchBrowser(), startStaticServer(site.out)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await site?.close();
});

async function open(path: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(server.origin + path);
  return page;
}

const attributes = (page: Page) =>
  page.evaluate(() => {
    const { dir, className, dataset } = document.documentElement;
    const { id } = document.body;
    return { dir, className, company: dataset.company, id, first: document.body.hasAttribute("data-first") };
  });

test("a page whose headings have the ids of the document's own elements becomes an app", async () => {
  const page = await open("/named/");
  await page.keyboard.press("Shift");
  await whenApp(page);
  await page.getByText("Second").click();
  await whenAt(page, "/second/");
});

test("attributes and markup are in the document, escaped, and follow the page that is shown", async () => {
  expect(site.read("index.html")).toContain(
    '<body id="top" data-first>\n<noscript><p class="note">Without script &amp; ',
  );
  const page = await open("/");
  const company = "A & B";
  expect(await attributes(page)).toEqual({ dir: "rtl", className: "theme home", company, id: "top", first: true });
  await page.keyboard.press("Shift");
  await whenApp(page);
  await page.evaluate(() => document.documentElement.classList.add("of-others"));
  await page.getByText("Second").click();
  await whenAt(page, "/second/");
  const { className, ...rest } = await attributes(page);
  expect([className.split(" ").sort(), rest]).toEqual([
    ["inner", "of-others", "theme"],
    { dir: "rtl", company, id: "", first: false },
  ]);
  expect(await page.locator("#sprite").count()).toBe(1);
  await page.close();
});

test("a page that is not there and a page that failed each have the site's own component", async () => {
  const missing = await open("/nowhere/");
  expect(await missing.locator("h1").textContent()).toBe("Nothing at this address");
  await missing.close();
  const failing = await open("/fragile/");
  await failing.keyboard.press("Shift");
  await whenApp(failing);
  await failing.getByText("Break").click();
  await failing.getByText("This page broke").waitFor();
  await failing.close();
});

const REFUSED = [
  ["an attribute of sitegen's", "{ html: { lang: 'en' } }", 'sets the attribute "lang" of <html>'],
  ["what is no attribute", "{ body: { 'a b': 'x' } }", 'sets the attribute "a b"'],
  ["an inline script", "{ bodyEnd: <script>{'1'}</script> }", "has an inline script in bodyEnd"],
] as const;
test.each(shareOf(REFUSED, 0, 3))("%s is refused", async (_, additions, message) => {
  site.write({ "document.tsx": `export const Document = () => (${additions});` });
  await expect(site.build()).rejects.toMatchObject({ message: expect.stringContaining(message) });
});
