/** Drafts on a static host: only if a token may be published; new pictures, another base path. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterEach, expect, test } from "vitest";
import type { RawBlock } from "../../src/site/api/model.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { openPreviewSite, type PreviewSite } from "./preview-site.ts";

const TOKEN = "preview-preview-token";
let site: PreviewSite;

afterEach(() => site?.close());

function filesWith(text: string): string[] {
  const files = fg.sync("**/*", { cwd: site.out, dot: true });
  return files.filter((file) => readFileSync(join(site.out, file)).includes(text)).sort();
}

test("without it, no file holds the token and the first picture is the published page", async () => {
  site = await openPreviewSite("static");
  expect(filesWith(TOKEN)).toEqual([]);
  site.service.saveDraft("company/about", (story) => {
    ((story.content.body as RawBlock[])[0] as RawBlock).headline = "A saved draft";
  });
  const visit = await site.visit();
  await visit.editor.open(site.url("/company/about/", { storyId: site.id("company/about") }));
  const page = visit.editor.page.frameLocator("iframe");
  await page.getByText("In figures").waitFor();
  await visit.editor.page.waitForTimeout(500);
  expect(await page.getByText("A saved draft").count()).toBe(0);
  await visit.close();
});

test("`sitegen serve` says of the draft that it shows that it is not published, in the page's language", async () => {
  site = await openPreviewSite("serve");
  const visit = await site.visit();
  const mark = visit.editor.page.frameLocator("iframe").locator(".preview-mark");
  const open = (path: string, slug: string, language = "default") =>
    visit.editor.open(site.url(path, { storyId: site.id(slug), language }));
  await open("/company/about/", "company/about");
  expect(await mark.isVisible()).toBe(false);
  site.service.saveDraft("company/about", (story) => {
    ((story.content.body as RawBlock[])[0] as RawBlock).headline = "A saved draft";
  });
  await open("/company/about/", "company/about");
  await mark.getByText("Saved, not published").waitFor();
  // The page is the draft: there is no other to be shown.
  expect(await mark.getByRole("button").count()).toBe(0);
  await open("/de/unternehmen/ueber-uns/", "company/about", "de");
  await mark.getByText("Gespeichert, nicht veröffentlicht").waitFor();
  await open("/company/unborn/", "company/unborn");
  await mark.getByText("Saved, not published").waitFor();
  await visit.close();
});

exhaustiveOnly(() => {
  test("with it, the first picture is the draft, in both languages and of stories never published", async () => {
    site = await openPreviewSite("static", { preview: { publicDraftToken: TOKEN } });
    expect(filesWith(TOKEN)).toEqual([
      expect.stringMatching(/^_assets\/preview-de-\w+\.json$/),
      expect.stringMatching(/^_assets\/preview-en-\w+\.json$/),
    ]);
    site.service.saveDraft("company/about", (story) => {
      const facts = (story.content.body as RawBlock[])[0] as RawBlock;
      Object.assign(facts, { headline: "A saved draft", headline__i18n__de: "Ein Entwurf" });
    });
    const visit = await site.visit();
    const page = visit.editor.page.frameLocator("iframe");
    const open = (path: string, slug: string, language = "default") =>
      visit.editor.open(site.url(path, { storyId: site.id(slug), language }));
    await open("/company/about/", "company/about");
    await page.getByText("A saved draft").waitFor();
    await open("/de/unternehmen/ueber-uns/", "company/about", "de");
    await page.getByText("Ein Entwurf").waitFor();
    await open("/company/unborn/", "company/unborn");
    await page.getByText("Never seen").waitFor();
    // Saved: the page loads again and shows what was saved.
    site.service.saveDraft("company/unborn", (story) => {
      ((story.content.body as RawBlock[])[0] as RawBlock).headline = "Saved again";
    });
    await visit.editor.send({ action: "change", storyId: site.id("company/unborn"), slug: "company/unborn" });
    await page.getByText("Saved again").waitFor();
    const errors = visit.errors.filter((text) => !text.startsWith("Applying inline style") && !text.includes("404"));
    expect(errors).toEqual([]);
    await visit.close();
  });
});

exhaustiveOnly(() => {
  test("a picture that is not mirrored yet comes from its own address", async () => {
    site = await openPreviewSite("static");
    const visit = await site.visit();
    await visit.editor.open(site.url("/", { storyId: site.id("home") }));
    const page = visit.editor.page.frameLocator("iframe");
    const picture = () => page.locator(".hero-text-image img").first();
    const published = await picture().getAttribute("src");
    const story = await site.draft("home");
    const hero = (story.content.body as RawBlock[])[0] as RawBlock;
    hero.headline = "The same picture";
    await visit.editor.send({ action: "input", story });
    await page.getByText("The same picture").waitFor();
    expect(await picture().getAttribute("src")).toBe(published);
    const filename = "https://a.storyblok.com/f/1/900x600/0a1b2c3d4e/new picture.jpg";
    hero.image = { filename, fieldtype: "asset", alt: "New", focus: "450x300:451x301" };
    hero.headline = "Another picture";
    await visit.editor.send({ action: "input", story });
    await page.getByText("Another picture").waitFor();
    const attributes = await picture().evaluate((image: HTMLImageElement) => {
      const names = ["src", "width", "height", "alt"];
      return names.map((name) => image.getAttribute(name));
    });
    const own =
      "https://a.storyblok.com/f/1/900x600/0a1b2c3d4e/new%20picture.jpg/m/800x0/filters:format(webp):quality(75)";
    expect(attributes).toEqual([own, "900", "600", "New"]);
    await visit.close();
  });

  test("below another base path", async () => {
    site = await openPreviewSite("static", { base: "/site/" });
    const visit = await site.visit();
    const page = visit.editor.page.frameLocator("iframe");
    const edit = async (path: string, slug: string, text: string) => {
      await visit.editor.open(site.url(path, { storyId: site.id(slug) }));
      const story = await site.draft(slug);
      ((story.content.body as RawBlock[])[0] as RawBlock).headline = text;
      await visit.editor.send({ action: "input", story });
      await page.getByText(text).waitFor();
    };
    await edit("/company/about/", "company/about", "Edited below a base");
    await edit("/company/unborn/", "company/unborn", "Never published, below a base");
    expect(await page.locator("main a").first().getAttribute("href")).toBe("/site/company/about/");
    await edit("/home/", "home", "The editor's own address");
    expect(new URL(visit.editor.frame().url()).pathname).toBe("/site/");
    await visit.close();
  });

  test("without an editor's origin nothing is published for it", async () => {
    site = await openPreviewSite("static", { preview: { editorOrigins: [] } });
    expect(fg.sync("_assets/preview-*", { cwd: site.out })).toEqual([]);
    expect(JSON.parse(readFileSync(join(site.out, "_assets/builds/latest.json"), "utf8")).preview).toEqual({});
  });
});
