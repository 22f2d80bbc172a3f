/** Outside the visual editor, or in a frame of another site, the preview does nothing. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RawBlock, RawStory } from "../../src/site/api/model.ts";
import { type Host, openPreviewSite, type PreviewSite, type Visit } from "../e2e/preview-site.ts";
import { exhaustiveOnly, IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";

/** What `serve` does with a wrong token is also in test/serve/preview.test.ts. */
const HOSTS: readonly Host[] = IS_EXHAUSTIVE ? ["static", "serve"] : ["static"];
/** Long enough for an edit that should not come. */
const A_WHILE = 500;

describe.each(HOSTS)("outside the visual editor, on %s", (host) => {
  let site: PreviewSite;
  let visit: Visit;

  beforeAll(async () => {
    site = await openPreviewSite(host, { hosts: [] });
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    visit = await site.visit();
  });
  afterEach(() => visit?.close());

  /** By the static host alone where only the browser is asked: its pages have the same scripts. */
  const onBoth = (name: string, run: () => Promise<void>) => {
    if (host === "static" || IS_EXHAUSTIVE) test(name, run);
  };
  const about = () => site.url("/company/about/", { storyId: site.id("company/about") });
  const frame = () => visit.editor.page.frameLocator("iframe");
  const loaded = () => visit.requests.filter((url) => /preview-|storyblok/.test(url) && !url.includes("_storyblok="));

  async function edited(text: string): Promise<RawStory> {
    const story = await site.draft("company/about");
    (story.content.body as RawBlock[])[0] = { ...((story.content.body as RawBlock[])[0] as RawBlock), headline: text };
    return story;
  }

  /** The page runs as an app and has had time to show what it should not. */
  async function settled(): Promise<void> {
    await frame()
      .locator("html")
      .click({ position: { x: 2, y: 300 } });
    await frame().locator("html[data-status=idle]").waitFor({ state: "attached" });
    await visit.editor.send({ action: "input", story: await edited("From the editor") });
    await visit.editor.page.waitForTimeout(A_WHILE);
  }

  async function expectNothing(): Promise<void> {
    expect(await frame().getByText("From the editor").count()).toBe(0);
    expect(await frame().locator("html").getAttribute("data-preview")).toBeNull();
    expect(loaded()).toEqual([]);
    expect((await visit.editor.received()).map(({ action }) => action)).toEqual([]);
  }

  onBoth("framed without a token", async () => {
    const address = `${site.url("/company/about/")}?_storyblok=${site.id("company/about")}&_storyblok_c=Page`;
    await visit.editor.open(address, { ready: false });
    await settled();
    await expectNothing();
  });

  exhaustiveOnly(() => {
    onBoth("not framed", async () => {
      const { page } = visit.editor;
      await page.goto(about());
      await page.keyboard.press("Shift");
      await page.locator("html[data-status=idle]").waitFor({ state: "attached" });
      await page.evaluate((story) => window.postMessage({ action: "input", story }, "*"), await edited("From here"));
      await page.waitForTimeout(A_WHILE);
      expect(await page.getByText("From here").count()).toBe(0);
      expect(loaded()).toEqual([]);
    });
  });

  test("framed by somebody else", async () => {
    await visit.close();
    visit = await site.visit(site.editorServer.foreign);
    const { page } = visit.editor;
    await page.locator("iframe").evaluate((element, src) => {
      (element as HTMLIFrameElement).src = src;
    }, about());
    if (host === "serve") {
      // The policy forbids the frame altogether.
      await expect.poll(() => visit.errors.join()).toContain("frame-ancestors");
      return;
    }
    await settled();
    await expectNothing();
  });

  exhaustiveOnly(() => {
    // The editor has gone on to another page in the frame. Its story's edits are kept for its own page.
    onBoth("the id of another entry", async () => {
      await visit.editor.open(site.url("/company/about/", { storyId: site.id("home") }), { ready: false });
      await settled();
      const home = await site.draft("home");
      await visit.editor.send({ action: "input", story: { ...home, name: "From the editor" } });
      await visit.editor.send({ action: "change", storyId: site.id("home") });
      await visit.editor.page.waitForTimeout(A_WHILE);
      expect(await frame().getByText("From the editor").count()).toBe(0);
      expect(await frame().locator("html").getAttribute("data-status")).toBe("idle");
    });
  });

  onBoth("the editor's page framed it, but another one sends", async () => {
    await visit.editor.open(about());
    const { page } = visit.editor;
    await page.evaluate((src) => {
      const other = document.createElement("iframe");
      other.id = "other";
      other.src = src;
      document.body.append(other);
    }, site.editorServer.foreign);
    await page.frameLocator("#other").locator("iframe").waitFor({ state: "attached" });
    const other = page.frames().find((one) => one.url().startsWith(site.editorServer.foreign));
    const story = await edited("From a stranger");
    const say = (action: string) =>
      other?.evaluate((what) => (window.top as Window).frames[0]?.postMessage(what, "*"), {
        action,
        story,
        storyId: story.id,
      });
    const here = page.frameLocator("#site").locator("html");
    await here.evaluate((html) => html.setAttribute("data-mark", "set"));
    await say("input");
    await page.waitForTimeout(A_WHILE);
    expect(await here.getByText("From a stranger").count()).toBe(0);
    await say("change");
    await say("published");
    await page.waitForTimeout(A_WHILE);
    expect(await here.getAttribute("data-mark")).toBe("set");
    await visit.editor.send({ action: "input", story: await edited("From the editor") });
    await page.frameLocator("#site").getByText("From the editor").waitFor();
    // This finds what the other tests miss.
    expect(loaded()).toContainEqual(expect.stringMatching(/chunks\/preview-\w+\.js$/));
    expect(loaded()).toContainEqual(expect.stringMatching(/storyblok-v2-latest\.js$/));
  });

  onBoth("an ordinary visitor loads none of it, on the error page either", async () => {
    const { page } = visit.editor;
    for (const path of ["/", "/company/about/", "/nowhere/"]) {
      await page.goto(site.url(path));
      await page.keyboard.press("Shift");
      await page.locator("html[data-status=idle]").waitFor({ state: "attached" });
      await page.waitForTimeout(A_WHILE);
    }
    expect(loaded()).toEqual([]);
  });

  if (host === "serve")
    test("a wrong or an expired token gets the published page, and no live edits", async () => {
      site.service.saveDraft("company/about", (story) => {
        story.name = "Only a draft";
        story.content.meta_title = "Only a draft";
      });
      const address = (query: { age?: number; previewToken?: string }) =>
        site.url("/company/about/", { storyId: site.id("company/about"), ...query });
      const title = async (url: string) => /<title>(.*?)<\/title>/.exec(await (await fetch(url)).text())?.[1];
      expect(await title(address({}))).toContain("Only a draft");
      for (const query of [{ age: 3700 }, { previewToken: "guessed" }]) {
        expect(await title(address(query))).toContain("About us");
        await visit.editor.open(address(query), { ready: false });
        await settled();
        await visit.editor.send({ action: "input", story: await edited("From the editor") });
        await visit.editor.page.waitForTimeout(A_WHILE);
        expect(await frame().getByText("From the editor").count()).toBe(0);
      }
    });
});
