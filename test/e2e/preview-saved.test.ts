/** After Save the draft stays, on a plain static host without any token. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { KEY_PREFIX } from "../../src/client/storage-keys.ts";
import type { RawBlock, RawStory } from "../../src/site/api/model.ts";
import { EDITOR_WORDS } from "../../src/site/editor-words.ts";
import { whenReady } from "./fake-editor.ts";
import { openPreviewSite, type PreviewSite, type Visit } from "./preview-site.ts";

let site: PreviewSite;
let visit: Visit;

beforeAll(async () => {
  site = await openPreviewSite("static");
});
afterAll(() => site?.close());
beforeEach(async () => {
  visit = await site.visit();
});
afterEach(() => visit?.close());

const page = () => visit.editor.page.frameLocator("iframe");
const mark = () => page().locator(".preview-mark");
const headline = (text: string) => page().getByRole("heading", { name: text, exact: true });
const address = (path: string, slug: string, language = "default") =>
  site.url(path, { storyId: site.id(slug), language });
const open = (path: string, slug: string, language?: string) => visit.editor.open(address(path, slug, language));
const first = (story: RawStory) => (story.content.body as RawBlock[])[0] as RawBlock;
/** Everything the frame complains of, but for the bridge's stylesheet and pages that are not published. */
const errors = () => visit.errors.filter((text) => !text.startsWith("Applying inline style") && !text.includes("404"));

async function type(slug: string, text: string, language = "default"): Promise<void> {
  const story = await site.draft(slug, language);
  first(story).headline = text;
  await visit.editor.send({ action: "input", story });
  await headline(text).waitFor();
}

/** The editor's message, and the reload that follows. */
async function reloaded(action: string, slug: string): Promise<void> {
  await visit.editor.frame().evaluate(() => document.documentElement.setAttribute("data-before", ""));
  await visit.editor.send({ action, storyId: site.id(slug), slug, slugChanged: false, reload: true });
  await page().locator("html:not([data-before])").waitFor({ state: "attached" });
  await whenReady(visit.editor.page);
}

async function save(slug: string, text: string, language?: string): Promise<void> {
  await type(slug, text, language);
  await reloaded("change", slug);
}

test("what is typed before the editor's script has come is shown once it has", async () => {
  const story = await site.draft("company/about");
  first(story).headline = "Typed early";
  await visit.editor.page.route(site.editorServer.bridgeUrl, async (route) => {
    await visit.editor.send({ action: "input", story });
    await route.continue();
  });
  await open("/company/about/", "company/about");
  await headline("Typed early").waitFor();
});

test("the draft is shown after the reload, says so, and goes once the site has what was published", async () => {
  await open("/company/about/", "company/about");
  expect(await mark().isVisible()).toBe(false);
  await save("company/about", "Saved once");
  await headline("Saved once").waitFor();
  const keys = () => visit.editor.frame().evaluate(() => Object.keys(sessionStorage));
  const kept = (await keys()).filter((key) => key.includes("draft"));
  expect([kept.length, kept.every((key) => key.startsWith(KEY_PREFIX))]).toEqual([1, true]);
  await expect.poll(() => mark().locator("span").first().textContent()).toBe(EDITOR_WORDS.preview_saved);
  await save("company/about", "Saved twice");
  await headline("Saved twice").waitFor();
  await reloaded("published", "company/about");
  await mark().getByText(EDITOR_WORDS.preview_publishing).waitFor();
  await headline("Saved twice").waitFor();
  await open("/company/about/", "company/about");
  await mark().getByText(EDITOR_WORDS.preview_publishing).waitFor();
  site.service.publish("company/about", (story) => {
    ((story.content.body as RawBlock[])[0] as RawBlock).headline = "As it was built";
  });
  await site.build();
  await visit.editor.frame().evaluate(() => location.reload());
  await headline("As it was built").waitFor();
  await expect.poll(async () => (await keys()).filter((key) => key.includes("draft"))).toEqual([]);
  expect(await mark().isVisible()).toBe(false);
  site.service.publish("company/about", (story) => {
    ((story.content.body as RawBlock[])[0] as RawBlock).headline = "In figures";
  });
  await site.build();
  expect(errors()).toEqual([]);
});

test("a button shows the published page and the draft again, before and after a reload", async () => {
  await open("/company/about/", "company/about");
  await save("company/about", "Compared");
  await mark().getByRole("button", { name: EDITOR_WORDS.preview_show_published }).click();
  await headline("In figures").waitFor();
  await visit.editor.frame().evaluate(() => location.reload());
  await mark().getByText(EDITOR_WORDS.preview_published).waitFor();
  await headline("In figures").waitFor();
  await mark().getByRole("button", { name: EDITOR_WORDS.preview_show_draft }).click();
  await headline("Compared").waitFor();
  await mark().getByText(EDITOR_WORDS.preview_saved).waitFor();
  // The next edit is shown, whatever was shown before.
  await mark().getByRole("button", { name: EDITOR_WORDS.preview_show_published }).click();
  await save("company/about", "Edited again");
  await headline("Edited again").waitFor();
  expect(errors()).toEqual([]);
});

test("several stories, in every language, never published ones too, by links and when they are opened again", async () => {
  await open("/company/about/", "company/about");
  await save("company/about", "About, saved");
  await open("/de/unternehmen/ueber-uns/", "company/about", "de");
  await save("company/about", "Über uns, gespeichert", "de");
  await expect.poll(() => mark().locator("span").first().textContent()).toBe("Gespeichert, nicht veröffentlicht");
  await open("/company/unborn/", "company/unborn");
  await save("company/unborn", "Never published, saved");
  await headline("Never published, saved").waitFor();
  // A link in the frame leads to another story's draft; the editor still edits the first one.
  await page().locator("main a").first().click();
  await headline("About, saved").waitFor();
  await visit.editor.frame().evaluate(() => history.back());
  await headline("Never published, saved").waitFor();
  // The path of a story that is not published belongs to it, whatever story the query names.
  await visit.editor.open(address("/company/unborn/", "company/about"));
  await headline("Never published, saved").waitFor();
  await open("/de/company/about/", "company/about", "de");
  await headline("Über uns, gespeichert").waitFor();
  await open("/", "home");
  expect(await mark().isVisible()).toBe(false);
  expect(errors()).toEqual([]);
});

test("the notes of a German page are in German", async () => {
  await open("/de/company/unborn/", "company/unborn", "de");
  await page().getByText("Dieser Eintrag ist noch nicht veröffentlicht.").waitFor();
  expect(await page().locator(".preview-notes summary").textContent()).toBe("1 Hinweis");
});

test("what was saved in a release is shown in that release alone", async () => {
  const inRelease = (release: string) =>
    visit.editor.open(`${address("/company/about/", "company/about")}&_storyblok_release=${release}`);
  await inRelease("77");
  await save("company/about", "For the campaign");
  await headline("For the campaign").waitFor();
  await inRelease("0");
  await headline("In figures").waitFor();
  expect(await mark().isVisible()).toBe(false);
  await save("company/about", "Without a release");
  await inRelease("77");
  await headline("For the campaign").waitFor();
  await inRelease("undefined");
  await headline("Without a release").waitFor();
});

test("header and footer that were saved are on every page", async () => {
  await visit.editor.open(site.url("/", { storyId: site.id("global"), component: "Global" }));
  const story = await site.draft("global");
  story.content.cookie_settings = "Your choice, saved";
  await visit.editor.send({ action: "input", story });
  await page().locator("footer").getByText("Your choice, saved").waitFor();
  await reloaded("change", "global");
  await page().locator("footer").getByText("Your choice, saved").waitFor();
  await open("/company/about/", "company/about");
  await page().locator("footer").getByText("Your choice, saved").waitFor();
  await save("company/about", "With its footer");
  await page().locator("footer").getByText("Your choice, saved").waitFor();
  await headline("With its footer").waitFor();
});

test("what is only typed stays for a reload, and goes when the story is opened again", async () => {
  await open("/company/about/", "company/about");
  await save("company/about", "Saved before");
  await type("company/about", "Only typed");
  await visit.editor.frame().evaluate(() => location.reload());
  await headline("Only typed").waitFor();
  await mark().getByText(EDITOR_WORDS.preview_typed).waitFor();
  await open("/company/about/", "company/about");
  await headline("Saved before").waitFor();
  await mark().getByText(EDITOR_WORDS.preview_saved).waitFor();
});

test("a story that somebody else has published since is shown as published", async () => {
  await open("/company/about/", "company/about");
  const story = await site.draft("company/about");
  first(story).headline = "Older than what is published";
  story.published_at = "2001-01-01T00:00:00.000Z";
  await visit.editor.send({ action: "input", story });
  await headline("Older than what is published").waitFor();
  await reloaded("change", "company/about");
  await headline("In figures").waitFor();
  expect(await mark().isVisible()).toBe(false);
});

test.each(["SecurityError", "QuotaExceededError"])(
  "where the browser answers %s, the draft stays until the page is left, and the frame says so",
  async (name) => {
    await visit.editor.page.addInitScript((kind) => {
      const refuse = () => {
        throw new DOMException("no", kind);
      };
      if (kind === "SecurityError") Object.defineProperty(window, "sessionStorage", { get: refuse });
      else Storage.prototype.setItem = refuse;
    }, name);
    await open("/company/about/", "company/about");
    await type("company/about", "Stored nowhere");
    await mark().getByText(EDITOR_WORDS.preview_unkept).waitFor();
    await visit.editor.send({ action: "change", storyId: site.id("company/about"), slug: "company/about" });
    await mark().getByText(EDITOR_WORDS.preview_saved).waitFor();
    await mark().getByText(EDITOR_WORDS.preview_unkept).waitFor();
    expect(await headline("Stored nowhere").count()).toBe(1);
    await mark().getByRole("button", { name: EDITOR_WORDS.preview_show_published }).click();
    await headline("In figures").waitFor();
    await mark().getByRole("button", { name: EDITOR_WORDS.preview_show_draft }).click();
    await headline("Stored nowhere").waitFor();
    await visit.editor.frame().evaluate(() => location.reload());
    await headline("In figures").waitFor();
    expect(errors()).toEqual([]);
  },
);

test("what another script wrote in the place of a draft is ignored", async () => {
  await open("/company/about/", "company/about");
  const id = site.id("company/about");
  await visit.editor.frame().evaluate((story) => {
    const values = [
      "nonsense",
      "7",
      '{"id":1}',
      JSON.stringify({ id: story, lang: "en", path: "/", release: "", state: "saved", at: 1 }),
    ];
    for (const [index, value] of values.entries())
      sessionStorage.setItem(`sitegen:draft:${story}:${["a", "b", "c", "en"][index]}::saved`, value);
    document.documentElement.dataset.before = "";
    location.reload();
  }, id);
  await visit.editor.frame().waitForFunction(() => document.documentElement.dataset.before === undefined);
  await whenReady(visit.editor.page);
  await headline("In figures").waitFor();
  await save("company/about", "After the nonsense");
  await headline("After the nonsense").waitFor();
  expect(visit.errors.filter((text) => text.startsWith("uncaught"))).toEqual([]);
});

test("the frame loads the words of the frame, and none of the console's", () => {
  const files = fg.sync("_assets/**/*.js", { cwd: site.out, absolute: true });
  const scripts = files.map((file) => readFileSync(file, "utf8"));
  const isLoaded = (name: keyof typeof EDITOR_WORDS) => scripts.some((text) => text.includes(EDITOR_WORDS[name]));
  const names = ["preview_unkept", "console_standing", "console_undo_note"] as const;
  expect(names.map(isLoaded)).toEqual([true, false, false]);
});

test("a visitor loads nothing of it: no file, no word, no byte in the browser's storage", async () => {
  const { editor, requests } = visit;
  await editor.page.goto(site.url("/company/about/"));
  await editor.page.mouse.move(5, 5);
  await editor.page.locator("html[data-status=idle]").waitFor({ state: "attached" });
  await editor.page.waitForTimeout(300);
  const files = requests.map((url) => new URL(url, site.origin).pathname);
  expect(files.filter((file) => /preview|\/start-/.test(file))).toEqual([]);
  const scripts = files.filter((file) => /\.(js|json)$/.test(file)).map((file) => join(site.out, file));
  expect(scripts.length).toBeGreaterThan(3);
  const words = Object.keys(EDITOR_WORDS);
  const holders = scripts.filter((file) => words.some((word) => readFileSync(file, "utf8").includes(word)));
  expect(holders).toEqual([]);
  const html = fg.sync("**/*.html", { cwd: site.out, absolute: true });
  expect(html.filter((file) => words.some((word) => readFileSync(file, "utf8").includes(word)))).toEqual([]);
  expect(await editor.page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("draft")))).toEqual(
    [],
  );
});
