/** The console in a browser: the key, what changes by itself, undo in two clicks, on a phone, without faults that axe finds. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { editorWords } from "../../src/blocks/ui/editor-words.ts";
import type { Board } from "../../src/listen/board.ts";
import type { BuildQueue, Trigger } from "../../src/listen/build-queue.ts";
import { startWebhookServer, type WebhookServer } from "../../src/listen/server.ts";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { entryWith, type TestConsole, testConsole } from "../listen/console-setup.ts";

const KEY = "the key of the console";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
const HOSTILE = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;

let browser: TestBrowser;
let server: WebhookServer;
let board: Board;
let given: TestConsole;
let url: string;
let shared: string[];
let asked: Trigger[];
let failures: number;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
afterEach(async () => {
  given.remove();
  await server.close();
});

beforeEach(async () => {
  asked = [];
  failures = 0;
  const publisher: BuildQueue = {
    trigger: (what = {}) => asked.push(what),
    state: () => ({ running: false, queued: false, runs: 1, events: 1, failuresInARow: failures, last: null }),
    stop: async () => undefined,
  };
  shared = [];
  given = testConsole(publisher, {
    key: KEY,
    restorable: () => new Set(["b1", "b2", "b3"]),
    async share({ story }) {
      shared.push(story);
      return { url: `https://drafts.example/s/${story}`, until: "2026-12-01T12:00:00.000Z" };
    },
  });
  board = given.board;
  const access = { secret: "a secret", path: "" };
  const log = () => undefined;
  server = await startWebhookServer({
    host: "127.0.0.1",
    port: 0,
    access: [access],
    publisher,
    log,
    console: given.routes,
  });
  url = `http://127.0.0.1:${server.port}/console`;
  board.set({
    languages: [
      { code: "en", locale: "en-GB", words: {} },
      { code: "de", locale: "de-DE", words: editorWords },
    ],
    live: { buildId: "b4", at: "2026-11-20T12:09:05.000Z" },
    standstill: null,
  });
  board.put(entryWith({ number: 1, stories: [], published: 0, pages: [], written: 60, receivedAt: null }));
  board.put(entryWith({ number: 2, stories: [{ id: 3, name: HOSTILE, slug: "x" }], said: [HOSTILE] }));
  board.put(entryWith({ number: 3, ok: false, isLive: false, summary: "DEPLOY_FAILED: the bucket does not answer" }));
  board.put(
    entryWith({
      number: 4,
      previous: "b2",
      at: "2026-11-20T12:09:05.000Z",
      receivedAt: "2026-11-20T12:09:02.900Z",
      stories: [
        { id: 7, name: "About us", slug: "company/about" },
        { id: 8, name: "Team", slug: "company/team" },
      ],
      published: 2,
      said: ["The user ann@example.com published the Story About us (company/about)"],
      pages: [
        { path: "/company/about/", isThere: true },
        { path: "/company/team/", isThere: true },
        { path: "/old/", isThere: false },
      ],
      written: 2,
      gone: 1,
      problemCount: 1,
      problems: [
        {
          severity: "warning",
          code: "CHECK_ALT_MISSING",
          message: "The picture has no alternative text.",
          path: "body[1]/image",
          story: { id: 7, name: "company/about", slug: "company/about" },
        },
      ],
    }),
  );
});

async function open(
  options: Parameters<TestBrowser["newContext"]>[0] = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  const page = await context.newPage();
  return { page, context };
}

async function logIn(
  options: Parameters<TestBrowser["newContext"]>[0] = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const opened = await open(options);
  const { page } = opened;
  await page.goto(url);
  await page.locator("input[type=password]").fill(KEY);
  await page.locator("button").click();
  await page.locator("#list").waitFor();
  return opened;
}

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (tags) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, TAGS);
}

/** Pictures for the eye: SITEGEN_SHOTS names their folder. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SITEGEN_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

test("what is wrong in the content is said in the language of the console", async () => {
  const { page } = await logIn({ locale: "de-DE" });
  await page.locator("#details-4 summary").click();
  await expect.poll(() => page.locator("#details-4").innerText()).toContain("Ein Bild hat keinen Alternativtext.");
  const { page: english } = await logIn();
  await english.locator("#details-4 summary").click();
  await expect.poll(() => english.locator("#details-4").innerText()).toContain("The picture has no alternative text.");
});

test("a wrong key is told, the right one opens it for this browser, and logging out closes it", async () => {
  const { page, context } = await open();
  await page.goto(url);
  await page.locator("input").fill("a guess");
  await page.locator("button").click();
  await expect.poll(() => page.getByRole("alert").textContent()).toBe("This is not the key.");
  await shoot(page, "login");
  expect(await faultsOf(page)).toEqual([]);
  await page.locator("input").fill(KEY);
  await page.locator("button").click();
  await page.getByRole("heading", { name: "Publishes" }).waitFor();
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
  expect(cookie?.value).not.toContain(KEY);
  await page.reload();
  const other = await context.newPage();
  await other.goto(url);
  await page.getByRole("button", { name: "Log out" }).click();
  await page.locator("input[type=password]").waitFor();
  // What is clicked in a page whose session has ended asks for the key.
  await other.locator("details.undo summary").first().click();
  await other.getByRole("button", { name: "Take back now" }).first().click();
  await other.locator("input[type=password]").waitFor();
  expect(asked).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

test("it shows names, pages and problems as links, and runs nothing of the content's", async () => {
  const { page, context } = await logIn();
  const entry = page.locator(".entry").first();
  expect(await entry.locator("h3").textContent()).toBe("About us, Team");
  expect(await entry.locator("h3 a").first().getAttribute("href")).toBe("https://editor.invalid/7");
  expect(await entry.locator(".counts").textContent()).toBe(
    "2 pages changed · 1 removed · live after 2.1 s · 1 problem in the content",
  );
  await entry.getByText("Details").click();
  expect(await entry.locator(".pages a").evaluateAll((all) => all.map((one) => one.getAttribute("href")))).toEqual([
    "https://www.example.com/company/about/",
    "https://www.example.com/company/team/",
  ]);
  expect(await entry.getByText("alternative text").textContent()).toContain("body[1]/image");
  expect(await page.locator(".entry").nth(1).locator(".summary").textContent()).toContain("the bucket does not answer");
  expect(await page.locator(".entry").nth(2).locator("h3").textContent()).toBe(HOSTILE);
  expect([await page.title(), await page.locator("img, main script").count()]).toEqual(["Publishing", 0]);
  await shoot(page, "console-1440");
  await context.close();
});

test("a link to a story's draft is made in two clicks, for stories that it has published alone", async () => {
  const { page, context } = await logIn();
  await page.locator(".entry").first().getByText("Details").click();
  await page.getByRole("button", { name: "Share the draft of Team" }).click();
  await page.getByRole("heading", { name: "Share the draft of Team" }).waitFor();
  expect(await page.locator("#link").inputValue()).toBe("https://drafts.example/s/company/team");
  expect(await page.locator("label").textContent()).toContain("sees the draft of Team until 1 Dec 2026");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Back to the console" }).click();
  const form = page.locator("form[action='console/share']").first();
  // In one step: the console renews its entries by itself.
  await form.locator("[name=story]").evaluate((field: HTMLInputElement) => {
    field.value = "4711";
    field.form?.submit();
  });
  await expect
    .poll(() => page.getByRole("alert").first().textContent())
    .toBe("No link could be made. The log says why.");
  expect(shared).toEqual(["company/team"]);
  await context.close();
});

test("an open page changes by itself: what is under way, and that it is live at once", async () => {
  const { page, context } = await logIn();
  await page.locator(".entry").first().getByText("Details").click();
  board.begin(false);
  board.step("Rendering");
  board.count(3, 12);
  await expect.poll(() => page.locator(".step").textContent()).toBe("Making the pages: 3 / 12");
  await shoot(page, "busy-1440");
  expect(await faultsOf(page)).toEqual([]);
  // It is live before what follows has ended.
  const before = await page.locator("#status time").getAttribute("datetime");
  board.goLive("b5");
  await expect.poll(() => page.locator("#status time").getAttribute("datetime")).not.toBe(before);
  expect(await page.locator(".step").count()).toBe(1);
  board.put(entryWith({ number: 5, previous: "b4", stories: [{ id: 9, name: "New", slug: "new" }] }));
  board.end();
  await expect.poll(() => page.locator(".entry h3").first().textContent()).toBe("New");
  const gone = [{ path: "/sale/", isThere: false }];
  board.put(entryWith({ number: 6, stories: [], published: 0, removed: 1, pages: gone, gone: 1 }));
  await expect.poll(() => page.locator(".entry h3").first().textContent()).toBe("/sale/");
  // What was open stays open.
  expect(await page.locator("#details-4").getAttribute("open")).toBe("");
  await expect.poll(() => page.locator(".step").count()).toBe(0);
  await context.close();
});

test("undo: the first click shows what it takes back, the second does it; not if something came in between", async () => {
  const { page, context } = await logIn();
  const first = page.locator(".entry").first();
  await first.getByText("Undo", { exact: true }).click();
  const what = await first.locator("details.undo").textContent();
  expect(what).toContain("About us, Team (/company/about/, /company/team/, /old/)");
  await shoot(page, "undo-1440");
  expect(await faultsOf(page)).toEqual([]);
  await first.getByRole("button", { name: "Take back now" }).click();
  await page.locator("#list").waitFor();
  expect(asked).toEqual([{ undo: "b2", isEvent: false }]);
  // A page that has not heard of the newest publish.
  await context.route("**/console/events", (route) => route.abort());
  await page.reload();
  await page.locator(".entry").first().getByText("Undo", { exact: true }).click();
  board.put(entryWith({ number: 5, previous: "b4" }));
  await page.locator(".entry").first().getByRole("button", { name: "Take back now" }).click();
  await expect.poll(() => page.getByRole("alert").first().textContent()).toContain("Nothing was taken back");
  expect(asked).toHaveLength(1);
  await context.close();
});

test("the standstill after it, and the way on", async () => {
  board.set({
    standstill: { snapshot: "s", at: "2026-11-20T12:30:00.000Z" },
    live: { buildId: "b2", at: "2026-11-20T12:30:00.000Z" },
  });
  board.put(entryWith({ number: 5, kind: "undo", buildId: "b2", previous: "b4", stories: [], takenBack: [4] }));
  const { page, context } = await logIn();
  expect(await page.locator("#status").textContent()).toContain(
    "The site stays as it is until something is published.",
  );
  expect(await page.locator(".badge").allTextContents()).toEqual([
    "Undo",
    "Taken back",
    "Failed",
    "Published",
    "Published",
  ]);
  await shoot(page, "standstill-1440");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Publish the newest content now" }).click();
  await page.locator("#list").waitFor();
  expect(asked).toEqual([{ resume: true, isEvent: false }]);
  await context.close();
});

describe("on a phone, in German, dark", () => {
  test("nothing is wider than the screen, everything can be touched, axe finds nothing", async () => {
    failures = 1;
    const { page, context } = await logIn({ viewport: PHONE, locale: "de-DE", colorScheme: "dark", hasTouch: true });
    expect(await page.locator("html").getAttribute("lang")).toBe("de-DE");
    await page.getByText("Zurücknehmen", { exact: true }).first().click();
    for (const name of await page.getByText("Einzelheiten").all()) await name.click();
    expect(await page.locator("#status").textContent()).toContain("Sie wird von selbst wiederholt.");
    await shoot(page, "console-390-dark");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  test("light too", async () => {
    const { page, context } = await logIn({ viewport: PHONE });
    await shoot(page, "console-390");
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });
});

test("without a connection it says so, and goes on by itself", async () => {
  const { page, context } = await logIn();
  await context.route("**/console/events", (route) => route.abort());
  await page.reload();
  await page.locator("#offline").waitFor({ state: "visible" });
  await context.unroute("**/console/events");
  await page.locator("#offline").waitFor({ state: "hidden" });
  await context.close();
});
