/**
 * Translators, ad blockers and extensions change a page's markup, before React takes it over and afterwards. With a real
 * build: nothing of the page disappears, and it works.
 */
import type { BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { exhaustiveOnly, IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";
import { isSameDocument, mark, whenApp, whenAt } from "./site.ts";

const FILES = {
  "site.ts": `import { defineSite } from "sitegen-storyblok";
import { Layout } from "./layout.tsx";
export default defineSite({ languages: [{ code: "en" }], pageTypes: { page: {} }, layout: { Layout } });`,
  "layout.tsx": `export function Layout({ children }) {
  return <><header><b>Our company</b> <a id="other" href="/other/">Other</a></header>{children}
    <form method="post" action="/send"><textarea name="message" /></form></>;
}`,
  "blocks/page/page.schema.ts": `import { blocks, defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "page", fields: { body: blocks(["hero", "counter"]) } });`,
  "blocks/counter/counter.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ hydrate: true, kept: { words: [] }, fields: { words: text() } });`,
  "blocks/counter/counter.tsx": `import { useState } from "react";
import { editable, KeptPart } from "sitegen-storyblok/kit";
export default function Counter(props) {
  const [count, setCount] = useState(0);
  return <section {...editable(props)}>
    <KeptPart of={props}>{() => <p>{props.words}</p>}</KeptPart>
    <button type="button" id="count" onClick={() => setCount(count + 1)}>{"Clicked " + count}</button>
    <p id="parity">{count % 2 === 0 && "even "}{count % 2 === 1 && "odd "}number of clicks</p>
    <p id="sum">{count} clicks in all</p>
  </section>;
}`,
};

const home = {
  content: {
    component: "page",
    body: [
      { component: "hero", _uid: "h", headline: "A static headline" },
      { component: "counter", _uid: "c", words: "Words that stay" },
    ],
  },
};

let site: SmallSite;
let server: StaticServer;
let browser: TestBrowser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  site = await openSmallSite(FILES, { home, other: storyWithHeadline("Other") });
  await site.build();
  [browser, server] = await Promise.all([launchBrowser({ pointerAway: true }), startStaticServer(site.out)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await site?.close();
});
beforeEach(async () => {
  context = await browser.newContext();
  context.setDefaultTimeout(20_000);
  page = await context.newPage();
});
afterEach(() => context.close());

/** As Chrome's translation does: each text lies in elements of its own. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() === "" || text.parentElement?.closest("script")) continue;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = text.data.toUpperCase();
    outer.append(inner);
    text.replaceWith(outer);
  }
}

const CHANGES: [string, () => void][] = [
  ["a translator puts every text into elements of its own", translate],
  ["an ad blocker removes a part of the header", () => document.querySelector("header b")?.remove()],
  ["an ad blocker removes a block", () => document.querySelector("main h1")?.remove()],
  ["an extension puts an element first into the page", () => document.querySelector("#app")?.prepend("x")],
  ["an extension puts an element into an interactive block", () => document.querySelector("#count")?.before("x")],
];

const words = () => page.locator("main div p").innerText();

describe.each(IS_EXHAUSTIVE ? CHANGES : CHANGES.slice(0, 2))("%s before hydration", (_, change) => {
  test("everything is there and works, and the next page is shown in the app", async () => {
    await page.goto(`${server.origin}/`);
    await page.fill("textarea", "What I wrote");
    await page.evaluate(change);
    await page.keyboard.press("Shift");
    await whenApp(page);
    expect((await words()).toLowerCase()).toBe("words that stay");
    expect(await page.locator("header").innerText()).toContain("O");
    expect(await page.inputValue("textarea")).toBe("What I wrote");
    await page.click("#count");
    await expect.poll(() => page.innerText("#count")).toMatch(/clicked 1/i);
    await mark(page);
    await page.click("#other");
    await whenAt(page, "/other/");
    expect(await page.locator("main h1").innerText()).toBe("Other");
    expect(await isSameDocument(page)).toBe(true);
    await page.goBack();
    await whenAt(page, "/");
    expect(await words()).toBe("Words that stay");
  });
});

test("a page that is translated while it is open goes on: its texts come and go in elements that React does not know", async () => {
  await page.goto(`${server.origin}/`);
  await page.keyboard.press("Shift");
  await whenApp(page);
  await page.evaluate(translate);
  for (const parity of ["odd", "even"]) {
    await page.click("#count");
    await expect.poll(async () => (await page.innerText("#parity")).toLowerCase()).toBe(`${parity} number of clicks`);
    await page.evaluate(translate);
  }
  expect((await page.innerText("#sum")).toLowerCase()).toBe("2 clicks in all");
  expect(await page.innerText("main h1")).toBe("A STATIC HEADLINE");
  await mark(page);
  await page.click("#other");
  await whenAt(page, "/other/");
  expect(await isSameDocument(page)).toBe(true);
});

const LATER: [string, () => void][] = [
  ["removes the header", () => document.querySelector("header")?.remove()],
  ["removes what comes after the page", () => document.querySelector("form")?.remove()],
  [
    "wraps the page",
    () => {
      const [main, wrapper] = [document.querySelector("main"), document.createElement("div")];
      main?.replaceWith(wrapper);
      wrapper.append(main ?? "");
    },
  ],
];

test.each(IS_EXHAUSTIVE ? LATER : LATER.slice(1, 2))(
  "an extension %s of the open app: the next page is shown",
  async (_, change) => {
    await page.goto(`${server.origin}/`);
    await page.keyboard.press("Shift");
    await whenApp(page);
    await mark(page);
    const main = await page.locator("main").elementHandle();
    await page.evaluate(change);
    // Its link may be gone.
    await page.evaluate(() => {
      const link = Object.assign(document.createElement("a"), { href: "/other/" });
      document.body.append(link);
      link.click();
    });
    await whenAt(page, "/other/");
    expect(await page.locator("main h1").allInnerTexts()).toEqual(["Other"]);
    expect(await main?.evaluate((element) => element.isConnected)).toBe(false);
    expect(await isSameDocument(page)).toBe(true);
  },
);

exhaustiveOnly(() => {
  test("without the page's data it stays as it is, and its links work", async () => {
    await page.route("**/_payload.json*", (route) => route.abort());
    await page.goto(`${server.origin}/`);
    await page.evaluate(translate);
    await page.keyboard.press("Shift");
    await page.waitForFunction(() => document.documentElement.dataset.static !== undefined);
    expect(await words()).toBe("WORDS THAT STAY");
    expect(await page.innerText("main h1")).toBe("A STATIC HEADLINE");
    await page.click("#other");
    await page.waitForURL("**/other/");
    await page.locator("main h1", { hasText: "Other" }).waitFor();
  });
});
