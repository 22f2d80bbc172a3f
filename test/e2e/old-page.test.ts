/**
 * A publish between the load of a page and the visitor's first touch, with real builds: the open page stays of one
 * build, and so does every page it navigates to.
 */
import type { BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RawBlock } from "../../src/site/api/model.ts";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { exhaustiveOnly, shareOf } from "../helpers/exhaustive.ts";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";
import { isSameDocument, mark, whenApp } from "./site.ts";

const counter = (words: string) => `import { useState } from "react";
import { editable } from "sitegen-storyblok/kit";
export default function Counter(props) {
  const [count, setCount] = useState(0);
  return <section {...editable(props)}>
    <button type="button" onClick={() => setCount(count + 1)}>{props.label} ${words}: {count}</button>
  </section>;
}`;

const FILES = {
  "site.ts": `import { defineSite } from "sitegen-storyblok";
import { Layout } from "./layout.tsx";
export default defineSite({ languages: [{ code: "en" }], pageTypes: { page: {} }, datasources: ["labels"], labels: "labels", words: { en: { said: "Old word" } }, icons: { favicon: "./icon.svg" }, layout: { Layout, NotFound: Layout } });`,
  // A browser with windows asks for /favicon.ico where a page names no icon.
  "icon.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "layout.tsx": `import { LateBlocks, useSite } from "sitegen-storyblok/kit";
export function Layout({ children }) {
  const { shared, payload } = useSite();
  if (!children) return <h1>Nothing at {payload.path}</h1>;
  return <>
    <header>{shared.global.name}</header>
    <nav><a href="/">Home</a> <a href="/other/">Other</a> <a href="#ask">Ask</a></nav>
    {children}
    <dialog id="ask"><button type="button" data-close="">Close</button>
      <LateBlocks of={shared.global.asked}><p><a href="tel:123">Call us</a></p></LateBlocks></dialog>
  </>;
}`,
  "blocks/page/page.schema.ts": `import { blocks, defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "page", fields: { body: blocks(["hero", "counter", "teller"]) } });`,
  "blocks/counter/counter.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ hydrate: true, fields: { label: text() } });`,
  "blocks/counter/counter.tsx": counter("clicks"),
  "blocks/teller/teller.schema.ts": `import { defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ hydrate: true, fields: {} });`,
  "blocks/teller/teller.tsx": `import { useState } from "react";
import { editable, useWords } from "sitegen-storyblok/kit";
export default function Teller(props) {
  const [count, setCount] = useState(0);
  const w = useWords();
  return <section {...editable(props)}><button type="button" onClick={() => setCount(count + 1)}>{w("said")}: {count}</button></section>;
}`,
  "blocks/global/global.schema.ts": `import { blocks, defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "global", late: ["asked"], fields: { name: text(), asked: blocks(["question"]) } });`,
  "blocks/question/question.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: { text: text() } });`,
  "blocks/question/question.tsx": `import { editable } from "sitegen-storyblok/kit";
export default function Question(props) {
  return <form {...editable(props)}><label>{props.text} <input name="answer" /></label> <a href="tel:123">Call us</a></form>;
}`,
};

const block = (component: string, fields: object): RawBlock => ({ component, _uid: component, ...fields });
const home = (label: string, ...more: RawBlock[]) => ({
  content: { component: "page", body: [...more, block("hero", { headline: label }), block("counter", { label })] },
});
const global = (name: string) => ({
  content: { component: "global", name, asked: [block("question", { text: `${name} asks` })] },
});

let site: SmallSite;
let server: StaticServer;
let browser: TestBrowser;
let context: BrowserContext;
let page: Page;
let messages: string[];

beforeAll(async () => {
  const teller = { content: { component: "page", body: [block("teller", {}), block("hero", { headline: "Said" })] } };
  const stories = { home: home("Old"), other: storyWithHeadline("Other"), global: global("Old name"), teller };
  site = await openSmallSite(FILES, stories);
  site.service.setDatasource("labels", []);
  await site.build();
  [browser, server] = await Promise.all([launchBrowser(), startStaticServer(site.out)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await site?.close();
});
beforeEach(async () => {
  // Each test begins on the same site, whatever the one before has published.
  await publishEverything("Old", "clicks");
  context = await browser.newContext();
  context.setDefaultTimeout(20_000);
  page = await context.newPage();
  messages = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
});
afterEach(() => context.close());

async function publishHome(story: ReturnType<typeof home>): Promise<void> {
  site.service.publish("home", (old) => Object.assign(old, story));
  await site.build();
}

async function publishGlobal(name: string): Promise<void> {
  site.service.setGlobal((old) => Object.assign(old, global(name)));
  await site.build();
}

async function publishEverything(label: string, words: string): Promise<void> {
  site.service.publish("home", (old) => Object.assign(old, home(label)));
  site.write({ "blocks/counter/counter.tsx": counter(words) });
  await publishGlobal(`${label} name`);
}

/** What is published while the page is open and untouched. */
const PUBLISHES: [string, () => Promise<void>][] = [
  ["the story, with a block more", () => publishHome(home("New", block("hero", { headline: "First" })))],
  ["the global story", () => publishGlobal("New name")],
  ["story, global story and the blocks' code", () => publishEverything("New", "touches")],
];

const button = () => page.locator("main button");
const text = (selector: string) => page.locator(selector).first().innerText();

describe("a page that is open while something is published", () => {
  test.each(shareOf(PUBLISHES, 2))(
    "%s: the first click works on the page as it was loaded, and its dialog is of the same build",
    async (_, publish) => {
      await page.goto(`${server.origin}/`);
      await publish();
      await button().click();
      await whenApp(page);
      await expect.poll(() => button().innerText()).toBe("Old clicks: 1");
      await button().click();
      expect(await button().innerText()).toBe("Old clicks: 2");
      expect([await text("main h1"), await text("header")]).toEqual(["Old", "Old name"]);
      await page.getByRole("link", { name: "Ask" }).click();
      expect((await text("#ask label")).trim()).toBe("Old name asks");
      expect(messages).toEqual([]);
    },
  );

  test.each(shareOf(PUBLISHES, 0))(
    "%s: where the visitor goes on and back again, each page is of one build",
    async (_, publish) => {
      await page.goto(`${server.origin}/`);
      const loaded = homeIn(site.read("index.html"));
      await publish();
      const published = homeIn(site.read("index.html"));
      await button().click();
      await whenApp(page);
      await page.getByRole("link", { name: "Other" }).click();
      await page.locator("main h1", { hasText: "Other" }).waitFor();
      for (const way of [() => page.goBack(), () => page.goForward(), () => page.goBack()]) {
        await way();
        const isHome = new URL(page.url()).pathname === "/";
        await page.locator(isHome ? "main button" : "main:not(:has(button)) h1").waitFor();
      }
      await page.keyboard.press("Shift");
      await button().click();
      // What the browser kept of the page as it was loaded may come back, as a whole.
      const { headline, label, name } = published;
      const shown = async () => [await text("main h1"), await button().innerText(), await text("header")];
      const whole = [headline, `${label}: 1`, name];
      await expect
        .poll(async () =>
          [whole, [loaded.headline, `${loaded.label}: 1`, loaded.name]].map(String).includes(String(await shown())),
        )
        .toBe(true);
      expect(messages).toEqual([]);
    },
  );
});

/** The text of a home page. */
function homeIn(document: string): { headline: string; label: string; name: string } {
  const html = document.replaceAll("<!-- -->", "");
  const found = (pattern: RegExp) => pattern.exec(html)?.[1] ?? "";
  return {
    headline: found(/<h1>([^<]*)/),
    label: found(/<button type="button">([^:<]*): 0/),
    name: found(/<header>([^<]*)/),
  };
}

exhaustiveOnly(() => {
  describe("the error page, whose code comes after a publish", () => {
    /** Loads a missing page, and lets its code through when the site is another one. */
    async function openMissing(publish: () => Promise<void>): Promise<void> {
      let release = () => {};
      const published = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/_assets\/app-\w+\.js$/, async (route) => {
        await published;
        await route.continue();
      });
      await page.goto(`${server.origin}/nowhere/`, { waitUntil: "domcontentloaded" });
      await publish();
      release();
      await whenApp(page);
    }

    test.each(shareOf(PUBLISHES, 1))("%s: it says what it said, and leads into the newest site", async (_, publish) => {
      await openMissing(publish);
      expect(await text("h1")).toBe("Nothing at /404.html");
      await mark(page);
      await page.evaluate(() => {
        document.body.append(Object.assign(document.createElement("a"), { href: "/", id: "home" }));
        document.getElementById("home")?.click();
      });
      await page.locator("main button").waitFor();
      const fresh = homeIn(site.read("index.html"));
      await expect.poll(() => text("main h1")).toBe(fresh.headline);
      await page.keyboard.press("Shift");
      await button().click();
      await expect.poll(() => button().innerText()).toBe(`${fresh.label}: 1`);
      expect(messages.filter((message) => !message.includes("404"))).toEqual([]);
    });
  });
});

test("a page that is opened from the error page stays when what the error page asked for comes late", async () => {
  let release = () => {};
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = 0;
  // The app starts with the first; the error page asks for the newest.
  await page.route(/_assets\/shared-[^/]*\.json/, async (route) => {
    asked += 1;
    if (asked > 1) await opened;
    await route.continue();
  });
  await page.goto(`${server.origin}/nowhere/`);
  await whenApp(page);
  await expect.poll(() => asked).toBe(2);
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement("a"), { href: "/", id: "home" }));
    document.getElementById("home")?.click();
  });
  await page.locator("main button").waitFor();
  const answered = page.waitForResponse(/_assets\/shared-[^/]*\.json/);
  release();
  await answered;
  await page.waitForTimeout(500); // nothing is to happen
  expect(await page.locator("main button").count()).toBe(1);
});

test("a word that changes while its page is open: the page works, with the new word, and goes on without a load", async () => {
  let release = () => {};
  const published = new Promise<void>((resolve) => {
    release = resolve;
  });
  // An untouched page hydrates too, after a while.
  await page.route(/_words\.json$/, async (route) => {
    await published;
    await route.continue();
  });
  await page.goto(`${server.origin}/teller/`);
  expect(await button().innerText()).toBe("Old word: 0");
  site.service.setDatasource("labels", [{ name: "said", value: "New word" }]);
  await site.build();
  release();
  await mark(page);
  await button().click();
  await whenApp(page);
  await expect.poll(() => button().innerText()).toMatch(/^New word: \d$/);
  await button().click();
  await expect.poll(() => button().innerText()).toMatch(/^New word: [12]$/);
  await page.getByRole("link", { name: "Other" }).click();
  await page.locator("main h1", { hasText: "Other" }).waitFor();
  expect(await isSameDocument(page)).toBe(true);
  // React says that the markup had another text.
  expect(messages.filter((message) => !message.includes("#418"))).toEqual([]);
});

test("what stood in a late block's place keeps the focus for the same link in it", async () => {
  await page.goto(`${server.origin}/#ask`, { waitUntil: "commit" });
  await page.locator("#ask[open]").waitFor();
  await page.locator("#ask form").waitFor();
  expect(await isSameDocument(page)).toBe(false);
  await page.goto(`${server.origin}/other/`);
  expect(await page.locator("#ask form").count()).toBe(0);
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>("#ask")?.showModal();
    document.querySelector<HTMLElement>("#ask [href='tel:123']")?.focus();
  });
  await page.keyboard.press("Shift");
  await page.locator("#ask form").waitFor();
  expect(await page.evaluate(() => document.activeElement?.matches("form [href='tel:123']"))).toBe(true);
  await whenApp(page);
  expect(messages).toEqual([]);
});
