/** The editor's frame in a browser that gives it storage of its own, none, or one that is full. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RawBlock } from "../../src/site/api/model.ts";
import { EDITOR_WORDS } from "../../src/site/editor-words.ts";
import { programPath } from "../helpers/test-programs.ts";
import { type Editor, openEditor, whenReady } from "./fake-editor.ts";
import { openPreviewSite, type PreviewSite } from "./preview-site.ts";

let site: PreviewSite;
beforeAll(async () => {
  site = await openPreviewSite("static");
});
afterAll(() => site?.close());

/** Third parties are let store something, each apart for the site that frames it. */
const ALLOWED = { cookie_controls_mode: 0, block_third_party_cookies: false };

/** A browser of its own: these are settings of a person's profile. */
async function withProfile<T>(profile: object, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "sitegen-profile-"));
  mkdirSync(join(folder, "Default"));
  writeFileSync(join(folder, "Default/Preferences"), JSON.stringify({ profile }));
  const executablePath = programPath("whole browser");
  const context = await chromium.launchPersistentContext(folder, {
    ...{ executablePath, args: ["--headless=new", "--no-sandbox", "--disable-gpu"], headless: false },
  });
  try {
    return await work(context);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const id = () => site.id("company/about");
const page = (editor: Editor) => editor.page.frameLocator("iframe");
const headline = (editor: Editor, text: string) => page(editor).getByRole("heading", { name: text, exact: true });
const says = (editor: Editor, word: keyof typeof EDITOR_WORDS) =>
  page(editor).locator(".preview-mark").getByText(EDITOR_WORDS[word]);

/** The frame is of another site than the editor: `localhost` is another one than 127.0.0.1. */
async function open(context: BrowserContext): Promise<Editor> {
  const editor = await openEditor(await context.newPage(), site.editorServer.origin);
  await editor.open(site.url("/company/about/", { storyId: id() }).replace("127.0.0.1", "localhost"));
  return editor;
}

async function typeAndSave(editor: Editor, text: string): Promise<void> {
  const story = await site.draft("company/about");
  ((story.content.body as RawBlock[])[0] as RawBlock).headline = text;
  await editor.send({ action: "input", story });
  await headline(editor, text).waitFor();
  await editor.send({ action: "change", storyId: id(), slug: "company/about", slugChanged: false, reload: true });
}

const stored = (editor: Editor) =>
  editor.frame().evaluate(() => {
    try {
      return Object.keys(sessionStorage).some((key) => key.startsWith("sitegen:draft:"));
    } catch (error) {
      return (error as Error).name;
    }
  });

test("with storage of its own for this editor, the draft is back after Save", async () => {
  await withProfile(ALLOWED, async (context) => {
    const editor = await open(context);
    await editor.frame().evaluate(() => document.documentElement.setAttribute("data-before", ""));
    await typeAndSave(editor, "Kept apart");
    await page(editor).locator("html:not([data-before])").waitFor({ state: "attached" });
    await whenReady(editor.page);
    await headline(editor, "Kept apart").waitFor();
    await says(editor, "preview_saved").waitFor();
    expect(await stored(editor)).toBe(true);
  });
});

test.each([
  ["third parties' storage", { cookie_controls_mode: 1, block_third_party_cookies: true }],
  ["all storage", { default_content_setting_values: { cookies: 2 } }],
])("with %s forbidden, the draft stays until the page is left, and the frame says so", async (_, profile) => {
  await withProfile(profile, async (context) => {
    const editor = await open(context);
    await typeAndSave(editor, "Kept nowhere");
    await says(editor, "preview_saved").waitFor();
    await says(editor, "preview_unkept").waitFor();
    expect([await headline(editor, "Kept nowhere").count(), await stored(editor)]).toEqual([1, "SecurityError"]);
  });
});

test("with a storage that is full, the draft stays until the page is left, and the frame says so", async () => {
  await withProfile(ALLOWED, async (context) => {
    const editor = await open(context);
    await editor.frame().evaluate(() => {
      for (let size = 4_000_000; size > 0; size = Math.floor(size / 2)) {
        try {
          for (let index = 0; ; index += 1) sessionStorage.setItem(`filler-${size}-${index}`, "x".repeat(size));
        } catch {}
      }
    });
    await typeAndSave(editor, "No room");
    await says(editor, "preview_saved").waitFor();
    await says(editor, "preview_unkept").waitFor();
    expect([await headline(editor, "No room").count(), await stored(editor)]).toEqual([1, false]);
  });
});
