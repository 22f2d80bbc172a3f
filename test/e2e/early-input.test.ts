/**
 * What a visitor does on a page that React does not handle yet, at each step of its start, with a real build: nothing of
 * it is lost, and what works without React works at once.
 */
import type { BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { exhaustiveOnly, IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";
import { whenApp } from "./site.ts";

const FILES = {
  "site.ts": `import { defineSite } from "sitegen-storyblok";
import { Layout } from "./layout.tsx";
export default defineSite({ languages: [{ code: "en" }], pageTypes: { page: {} }, layout: { Layout } });`,
  "layout.tsx": `export function Layout({ children }) {
  return <>{children}
    <form action="/other/"><input name="q" defaultValue="x" /><button id="go">Go</button></form>
    <button type="button" id="opens" command="show-modal" commandfor="box">Open</button>
    <dialog id="box"><form method="dialog"><button id="closes" type="submit">Close</button></form></dialog>
  </>;
}`,
  "blocks/page/page.schema.ts": `import { blocks, defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "page", fields: { body: blocks(["hero", "controls"]) } });`,
  "blocks/controls/controls.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ hydrate: true, fields: { label: text() } });`,
  "blocks/controls/controls.tsx": `import { useEffect, useState } from "react";
import { editable } from "sitegen-storyblok/kit";
// As those from npm: the instance is there once effects have run, and who hears of it after that.
function Carousel({ onMove }) {
  const [host, setHost] = useState(null);
  const [carousel, setCarousel] = useState(null);
  useEffect(() => void (host && setCarousel(new EventTarget())), [host]);
  useEffect(() => carousel?.addEventListener("move", onMove), [carousel]);
  return <button type="button" id="move" ref={setHost} onClick={() => carousel?.dispatchEvent(new Event("move"))}>Move</button>;
}
export default function Controls(props) {
  const [state, setState] = useState({ clicks: 0, taps: 0, keys: 0, doubles: 0, rolls: 0, tabs: 0, picks: 0, moves: 0, opened: false, word: "", free: "-", area: "", on: false, radio: "a", range: "5", pick: "x", file: "", sent: "" });
  const set = (change) => setState((old) => ({ ...old, ...change(old) }));
  const count = (name) => () => set((old) => ({ [name]: old[name] + 1 }));
  const take = (name) => ({ currentTarget: { value } }) => set(() => ({ [name]: value }));
  const send = (event) => {
    event.preventDefault();
    const [name, value] = [event.nativeEvent.submitter?.id, new FormData(event.target).get("name")];
    set(() => ({ sent: name + " " + value }));
  };
  return <section {...editable(props)}>
    <Carousel onMove={count("moves")} />
    <button type="button" onClick={count("clicks")}><b id="click">Click</b></button>
    <button type="button" id="tap" onClick={count("taps")}>Tap</button>
    <button type="button" id="key" onClick={count("keys")}>Key</button>
    <div role="button" tabIndex={0} id="double" onClick={count("doubles")}>Twice</div>
    <div role="button" tabIndex={0} id="roll" onKeyDown={({ key }) => (key === "Enter" || key === " ") && count("rolls")()}>Roll</div>
    <button type="button" role="tab" id="tab" onKeyDown={({ key }) => key.startsWith("Arrow") && count("tabs")()}>Tab</button>
    <ul role="listbox"><li role="option" id="option" onClick={count("picks")}>Option</li></ul>
    <details onToggle={({ currentTarget }) => set(() => ({ opened: currentTarget.open }))}><summary id="more">More</summary></details>
    <input id="word" value={state.word} onChange={take("word")} />
    <input id="free" onChange={take("free")} />
    <textarea id="area" value={state.area} onChange={take("area")} />
    <label><input id="on" type="checkbox" checked={state.on} onChange={({ currentTarget }) => set(() => ({ on: currentTarget.checked }))} /> On</label>
    {["a", "b"].map((value) => <input key={value} id={"radio-" + value} type="radio" name="radio" value={value} checked={state.radio === value} onChange={take("radio")} />)}
    <input id="range" type="range" max="10" value={state.range} onChange={take("range")} />
    <select id="pick" value={state.pick} onChange={take("pick")}><option>x</option><option>y</option></select>
    <input id="file" type="file" onChange={({ currentTarget }) => set(() => ({ file: currentTarget.files[0].name }))} />
    <form onSubmit={send}><input name="name" id="name" /><button type="submit" id="send">Send</button></form>
    <output>{JSON.stringify(state)}</output>
  </section>;
}`,
};

const home = {
  content: {
    component: "page",
    body: [
      { component: "hero", _uid: "h", headline: "Home" },
      { component: "controls", _uid: "c", label: "Controls" },
    ],
  },
};

let site: SmallSite;
let server: StaticServer;
let browser: TestBrowser;
let context: BrowserContext;
let page: Page;
let messages: string[];

beforeAll(async () => {
  site = await openSmallSite(FILES, { home, other: storyWithHeadline("Other") });
  await site.build();
  [browser, server] = await Promise.all([launchBrowser(), startStaticServer(site.out)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await site?.close();
});
beforeEach(async () => {
  context = await browser.newContext({ hasTouch: true });
  context.setDefaultTimeout(20_000);
  page = await context.newPage();
  messages = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
});
afterEach(() => context.close());

/** Holds responses back until the returned function is called. */
async function hold(pattern: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const open = () => page.goto(`${server.origin}/`, { waitUntil: "commit" });
const whenBooted = () => page.waitForFunction(() => document.documentElement.dataset.dialogs !== undefined);
const shown = async () => JSON.parse((await page.locator("output").textContent()) ?? "") as Record<string, unknown>;

/** Something of each kind, and what the page says once React has heard of it. */
async function doEverything(): Promise<Record<string, unknown>> {
  await page.click("#click");
  await page.tap("#tap");
  for (const key of ["Enter", "Space"]) await page.press("#key", key);
  await page.dblclick("#double");
  for (const key of ["Enter", "Space"]) await page.press("#roll", key);
  await page.press("#tab", "ArrowRight");
  await page.press("#tab", "Tab");
  await page.click("#option");
  await page.click("#more");
  for (const field of ["#word", "#free", "#area"]) await page.locator(field).pressSequentially("ab");
  await page.click("label");
  await page.click("#radio-b");
  await page.press("#range", "ArrowRight");
  await page.selectOption("#pick", "y");
  await page.setInputFiles("#file", { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
  const texts = { word: "ab", free: "ab", area: "ab" };
  return {
    clicks: 1,
    taps: 1,
    keys: 2,
    doubles: 2,
    rolls: 2,
    tabs: 1,
    picks: 1,
    moves: 0,
    opened: true,
    ...texts,
    on: true,
    radio: "b",
    range: "6",
    pick: "y",
    file: "a.txt",
    sent: "",
  };
}

/** What is still missing while the visitor acts. */
const MISSING: [string, RegExp][] = [
  ["the boot script", /_assets\/boot-/],
  ["the shared state", /_assets\/shared-/],
  ["its words", /_words\.json/],
  ["the app", /_assets\/app-/],
  ["a block's code", /chunks\/controls/],
];

test.each(IS_EXHAUSTIVE ? MISSING : MISSING.slice(0, 3))(
  "what is done before %s has come is not lost",
  async (_, pattern) => {
    const release = await hold(pattern);
    await open();
    if (!pattern.test("/_assets/boot-")) await whenBooted();
    const expected = await doEverything();
    release();
    await expect.poll(shown).toEqual(expected);
    // What is done afterwards goes on from there.
    await page.click("#click");
    await page.press("#word", "End");
    await page.keyboard.type("c");
    await expect.poll(shown).toEqual({ ...expected, clicks: 2, word: "abc" });
    expect(messages).toEqual([]);
  },
);

test("a click that needs what effects set at first, as a carousel's, is not lost", async () => {
  const release = await hold(/_assets\/boot-/);
  await open();
  await page.click("#move");
  release();
  await expect.poll(shown).toMatchObject({ moves: 1 });
});

test("what the browser restores when the visitor comes back is not lost", async () => {
  await open();
  await page.keyboard.press("Shift");
  await whenApp(page);
  await page.fill("#free", "ab");
  await page.fill("#area", "cd");
  await page.check("#on");
  await page.check("#radio-b");
  await page.selectOption("#pick", "y");
  await page.goto(`${server.origin}/other/`);
  await page.goBack();
  await expect.poll(() => page.inputValue("#area")).toBe("cd");
  await page.click("#click");
  const restored = { free: "ab", area: "cd", on: true, radio: "b", pick: "y" };
  await expect.poll(shown).toMatchObject({ clicks: 1, ...restored });
  expect(await page.inputValue("#area")).toBe("cd");
  expect(await page.inputValue("#pick")).toBe("y");
});

test("in a browser without toggle events, an opened detail does not keep the page static", async () => {
  await page.addInitScript(() => Object.assign(window, { ToggleEvent: undefined }));
  await open();
  await page.click("#more");
  await whenApp(page);
  await expect.poll(shown).toMatchObject({ opened: true });
});

test("a form for React alone is sent to it once it is there, with the button that sent it and the last values", async () => {
  const release = await hold(/_assets\/shared-/);
  await open();
  await whenBooted();
  await page.fill("#name", "Ada");
  await page.click("#send");
  await page.fill("#name", "Ada L.");
  release();
  await expect.poll(async () => (await shown()).sent).toBe("send Ada L.");
  expect(page.url()).toBe(`${server.origin}/`);
  expect(messages).toEqual([]);
});

test("a text that is being written when React comes keeps its caret", async () => {
  const release = await hold(/_assets\/shared-/);
  await open();
  await whenBooted();
  await page.locator("#word").pressSequentially("ac");
  await page.press("#word", "ArrowLeft");
  release();
  await expect.poll(async () => (await shown()).word).toBe("ac");
  await page.keyboard.type("b");
  await expect.poll(async () => (await shown()).word).toBe("abc");
});

test("dialogs open and close by themselves while the app is missing", async () => {
  await hold(/_assets\/app-/);
  await open();
  await whenBooted();
  await page.click("#opens");
  await page.click("#closes");
  await page.locator("#closes").waitFor({ state: "hidden" });
  expect(await shown()).toMatchObject({ clicks: 0 });
});

test("an address with two slashes, as servers accept it, opens its dialog", async () => {
  await page.route(`${server.origin}//`, async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${server.origin}/` }) }),
  );
  await page.goto(`${server.origin}//#box`);
  await page.locator("#closes").waitFor({ state: "visible" });
  expect(page.url()).toBe(`${server.origin}//`);
  await page.click("#closes");
  await page.click("#click");
  await expect.poll(shown).toMatchObject({ clicks: 1 });
  expect(messages).toEqual([]);
});

test.each([
  ["#go", "**/other/?q=x"],
  ["#send", "**/?name="],
])("without the app, a form that waited for it is sent by the browser: %s", async (button, address) => {
  await page.route(/_assets\/app-/, (route) => route.abort());
  await open();
  await whenBooted();
  await page.click(button);
  await page.waitForURL(address);
});

exhaustiveOnly(() => {
  test("a click in the moment in which React takes over, and one before the rest of the app, are counted", async () => {
    const release = await hold(/chunks\/run-/);
    await page.addInitScript(() => {
      const end = document.removeEventListener.bind(document);
      const endAndClick = (...given: Parameters<typeof end>) => {
        end(...given);
        // The last of the boot script's listeners; React's are added in the same task.
        if (given[0] === "submit") queueMicrotask(() => document.getElementById("click")?.click());
      };
      Object.assign(document, { removeEventListener: endAndClick });
    });
    const asked = page.waitForRequest(/chunks\/run-/);
    await open();
    await whenBooted();
    await page.click("#click");
    await asked;
    await expect.poll(async () => (await shown()).clicks).toBe(2);
    await page.click("#click");
    await expect.poll(async () => (await shown()).clicks).toBe(3);
    release();
    await whenApp(page);
    expect(messages).toEqual([]);
  });

  test("a host that allows no script in the page loses what comes before the boot script, and nothing else", async () => {
    await page.route(`${server.origin}/`, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), "content-security-policy": "script-src 'self'" };
      await route.fulfill({ response, headers });
    });
    const release = await hold(/_assets\/shared-/);
    await open();
    await whenBooted();
    await page.click("#click");
    await page.locator("#word").pressSequentially("ab");
    release();
    await whenApp(page);
    await expect.poll(shown).toMatchObject({ clicks: 1 });
    await page.click("#click");
    await expect.poll(shown).toMatchObject({ clicks: 2 });
  });
});
