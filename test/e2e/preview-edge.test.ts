/** A static host with a function for drafts: what the session cannot know, and links that show one draft. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RawBlock } from "../../src/site/api/model.ts";
import { EDITOR_WORDS } from "../../src/site/editor-words.ts";
import { type EdgeFunction, startEdge } from "../edge/edge-hosts.ts";
import { type EdgeSite, startEdgeSite } from "../edge/edge-site.ts";
import { runHere } from "../helpers/run-here.ts";
import { editorQuery, whenReady } from "./fake-editor.ts";
import { openPreviewSite, type PreviewSite, type Visit } from "./preview-site.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
let site: PreviewSite;
let edge: EdgeFunction;
let host: EdgeSite;

beforeAll(async () => {
  site = await openPreviewSite("static", { preview: { drafts: "/api/drafts" } });
  edge = await startEdge("worker", { env: environment(), site: site.origin });
  host = await startEdgeSite(site.origin, () => edge);
});
afterAll(async () => {
  await Promise.all([host?.close(), edge?.close()]);
  await site?.close();
});

const environment = () => ({
  STORYBLOK_PREVIEW_TOKEN: site.service.previewToken,
  STORYBLOK_SPACE_ID: String(site.service.spaceId),
  STORYBLOK_ENDPOINT: site.service.endpoint,
  SITEGEN_SHARE_SECRET: SECRET,
  SITEGEN_SITE_ORIGINS: site.origin,
});

const first = (story: { content: Record<string, unknown> }) => (story.content.body as RawBlock[])[0] as RawBlock;
const page = (visit: Visit) => visit.editor.page.frameLocator("iframe");
const headline = (visit: Visit, name: string) => page(visit).getByRole("heading", { name, exact: true });
const mark = (visit: Visit) => page(visit).locator(".preview-mark");
const address = (path: string, slug: string, query = {}) =>
  host.origin + path + editorQuery({ storyId: site.id(slug), spaceId: site.service.spaceId, ...query });
const save = (slug: string, headlines: Record<string, string>) =>
  site.service.saveDraft(slug, (story) => void Object.assign(first(story), headlines));

test("a fresh editor has the saved draft, of the page, of the next one, in every language and never published", async () => {
  save("company/about", { headline: "Saved by somebody", headline__i18n__de: "Von jemandem gespeichert" });
  const visit = await site.visit();
  await visit.editor.open(address("/company/about/", "company/about"));
  await headline(visit, "Saved by somebody").waitFor();
  await mark(visit).getByText(EDITOR_WORDS.preview_saved).waitFor();
  await mark(visit).getByRole("button", { name: EDITOR_WORDS.preview_show_published }).click();
  await headline(visit, "In figures").waitFor();
  await mark(visit).getByRole("button", { name: EDITOR_WORDS.preview_show_draft }).click();
  await headline(visit, "Saved by somebody").waitFor();
  await visit.editor.open(address("/de/unternehmen/ueber-uns/", "company/about", { language: "de" }));
  await headline(visit, "Von jemandem gespeichert").waitFor();
  await visit.editor.open(address("/company/unborn/", "company/unborn"));
  await headline(visit, "Never seen").waitFor();
  // There is no published page to show.
  await mark(visit).getByText(EDITOR_WORDS.preview_saved).waitFor();
  expect(await mark(visit).getByRole("button").count()).toBe(0);
  await page(visit).locator("main a").first().click();
  await headline(visit, "Saved by somebody").waitFor();
  expect(visit.requests.filter((url) => url.includes(site.service.previewToken))).toEqual([]);
  await visit.close();
});

test("two editors: what the other one saved comes with the reload, over what this one saved before", async () => {
  const [anna, ben] = await Promise.all([site.visit(), site.visit()]);
  for (const visit of [anna, ben]) await visit.editor.open(address("/company/about/", "company/about"));
  const saveIn = async (visit: Visit, text: string) => {
    const story = await site.draft("company/about");
    first(story).headline = text;
    await visit.editor.send({ action: "input", story });
    await headline(visit, text).waitFor();
    save("company/about", { headline: text });
    await visit.editor.send({ action: "change", storyId: story.id, slug: "company/about" });
  };
  await saveIn(anna, "By Anna");
  await headline(anna, "By Anna").waitFor();
  await saveIn(ben, "By Ben");
  await headline(ben, "By Ben").waitFor();
  await anna.editor.frame().evaluate(() => void setTimeout(() => location.reload()));
  await headline(anna, "By Ben").waitFor();
  await mark(anna).getByText(EDITOR_WORDS.preview_saved).waitFor();
  await Promise.all([anna.close(), ben.close()]);
});

test("where the function refuses or is down, the page is shown and the frame says that the draft is missing", async () => {
  const visit = await site.visit();
  for (const [query, text] of [
    [{ age: 3720 }, "The editor was opened 62 minutes ago"],
    [{ age: -3600 }, "60 minutes behind"],
    [{ previewToken: "of-another" }, EDITOR_WORDS.preview_foreign],
  ] as const) {
    await visit.editor.open(address("/company/about/", "company/about", query));
    await headline(visit, "In figures").waitFor();
    await mark(visit).getByText(text).waitFor();
    await mark(visit).getByText(EDITOR_WORDS.preview_published).waitFor();
  }
  await visit.editor.open(`${address("/company/about/", "company/about")}&_storyblok_release=77`);
  await mark(visit).getByText(EDITOR_WORDS.preview_link_gone_text).waitFor();
  const works = edge;
  edge = { ...works, answer: async () => new Response("down", { status: 503 }) };
  await visit.editor.open(address("/company/about/", "company/about"));
  await headline(visit, "In figures").waitFor();
  await mark(visit).getByText(EDITOR_WORDS.preview_unreachable).waitFor();
  // What is typed is shown and kept as without it.
  const story = await site.draft("company/about");
  first(story).headline = "Typed meanwhile";
  await visit.editor.send({ action: "input", story });
  await headline(visit, "Typed meanwhile").waitFor();
  await visit.editor.send({ action: "change", storyId: story.id, slug: "company/about" });
  await mark(visit).getByText(EDITOR_WORDS.preview_saved).waitFor();
  await whenReady(visit.editor.page);
  await headline(visit, "Typed meanwhile").waitFor();
  edge = works;
  // A draft that this tab has is not the published page, whoever is refused.
  await visit.editor.open(address("/company/about/", "company/about", { age: 3720 }));
  await headline(visit, "Typed meanwhile").waitFor();
  await mark(visit).getByText("The editor was opened 62 minutes ago").waitFor();
  await mark(visit).getByText(EDITOR_WORDS.preview_saved).waitFor();
  expect(await mark(visit).getByText("published page", { exact: false }).allTextContents()).toEqual([
    EDITOR_WORDS.preview_show_published,
  ]);
  expect(visit.errors.filter((text) => text.startsWith("uncaught"))).toEqual([]);
  await visit.close();
});

test("`sitegen share` makes a link that shows one draft to anybody, and nothing of others", async () => {
  save("company/unborn", { headline: "Shown to the board" });
  const env = { ...environment(), STORYBLOK_TOKEN: site.service.token, SITEGEN_SHARE_ADDRESS: host.origin };
  const share = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere(["share", ...args], { cwd: site.folder, env });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    return stdout.trim();
  };
  const url = await share("company/unborn", "--for", "7d");
  expect(url.startsWith(`${host.origin}/api/drafts/s/`)).toBe(true);
  const visit = await site.visit();
  const { page: tab } = visit.editor;
  const answer = await tab.goto(url);
  await tab.getByRole("heading", { name: "Shown to the board", exact: true }).waitFor();
  await tab.getByText(EDITOR_WORDS.preview_shared).waitFor();
  expect([answer?.status(), answer?.headers()["x-robots-tag"]]).toEqual([200, "noindex, nofollow"]);
  // Links lead to what is published, without anything of the address.
  await tab.locator("main a").first().click();
  await tab.getByRole("heading", { name: "In figures", exact: true }).waitFor();
  expect(new URL(tab.url()).search).toBe("");
  expect(await tab.locator(".preview-mark").count()).toBe(0);
  save("company/about", { headline__i18n__de: "Für den Vorstand" });
  await tab.goto(await share("company/about", "--for", "12h", "--language", "de"));
  await tab.getByRole("heading", { name: "Für den Vorstand", exact: true }).waitFor();
  expect(await tab.locator("html").getAttribute("lang")).toBe("de");
  await tab.getByText("Ein Entwurf, nicht veröffentlicht").waitFor();
  // What a block shows of another story is not among what the link brings: it stays as it is published.
  await tab.goto(await share("imprint"));
  await tab.locator("q").getByText("About us").waitFor();
  // This one has been published since it was saved.
  expect(await tab.locator(".preview-mark").isVisible()).toBe(false);
  const violations = visit.errors.filter((text) => /Content Security|uncaught/i.test(text));
  expect(violations.filter((text) => !text.startsWith("Applying inline style"))).toEqual([]);
  await visit.close();
});

test("a link that is taken back says so in its language and the site's look, a cut one in the browser's", async () => {
  const env = { ...environment(), STORYBLOK_TOKEN: site.service.token, SITEGEN_SHARE_ADDRESS: host.origin };
  const german = (
    await runHere(["share", "company/about", "--language", "de"], { cwd: site.folder, env })
  ).stdout.trim();
  const works = edge;
  const revoked = { ...environment(), SITEGEN_SHARE_REVOKED: `before:${Date.now()}` };
  edge = await startEdge("worker", { env: revoked, site: site.origin });
  const visit = await site.visit();
  const { page: tab } = visit.editor;
  const heading = (name: string) => tab.getByRole("heading", { name, exact: true });
  // A site's own style of its outermost element does not show the page below.
  await tab.route("**/_assets/site-*.css", async (route) => {
    const sheet = await route.fetch();
    await route.fulfill({ response: sheet, body: `${await sheet.text()}#app{display:flex}` });
  });
  try {
    expect((await tab.goto(german))?.status()).toBe(410);
    await heading("Dieser Link wurde zurückgenommen").waitFor();
    expect(await tab.locator("#app").isVisible()).toBe(false);
    expect([await tab.locator("main[lang=de]").count(), await tab.title()]).toEqual([
      1,
      await heading("Dieser Link wurde zurückgenommen").textContent(),
    ]);
    expect(await tab.getByText("nicht veröffentlicht").count()).toBe(0);
    expect((await tab.goto(german.slice(0, -9)))?.status()).toBe(403);
    await heading(EDITOR_WORDS.preview_link_invalid).waitFor();
    const own = await site.browser.newContext({ locale: "de-AT" });
    const other = await own.newPage();
    await other.goto(german.slice(0, -9));
    await other.getByRole("heading", { name: "Dieser Link ist ungültig", exact: true }).waitFor();
    await other.getByRole("link", { name: "Zur veröffentlichten Website" }).click();
    await other.locator("html:not([data-preview])").waitFor({ state: "attached" });
    await own.close();
    expect(
      visit.errors.filter((text) => /Content Security|uncaught/i.test(text) && !text.startsWith("Applying inline")),
    ).toEqual([]);
  } finally {
    await edge.close();
    edge = works;
    await visit.close();
  }
});
