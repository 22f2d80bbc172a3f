/** `sitegen serve` with a wrong clock, or with an editor of another space: the page says why no draft is shown, and so does the log. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RawBlock } from "../../src/site/api/model.ts";
import { openPreviewSite, type PreviewSite, type Visit } from "./preview-site.ts";

let site: PreviewSite;
let visit: Visit;
beforeAll(async () => {
  site = await openPreviewSite("serve");
  visit = await site.visit();
  site.service.saveDraft("company/about", (story) => {
    ((story.content.body as RawBlock[])[0] as RawBlock).headline = "A saved draft";
  });
});
afterAll(() => site?.close());

const page = () => visit.editor.page.frameLocator("iframe");
const mark = () => page().locator(".preview-mark");
const open = (query: object, path = "/company/about/") =>
  visit.editor.open(site.url(path, { storyId: site.id("company/about"), ...query }), { ready: false });

test.each([
  ["older than an hour", { age: 3720 }, "The editor was opened 62 minutes ago", "PREVIEW_CLOCK: .* is 62 minutes old"],
  [
    "of a clock an hour ahead",
    { age: -3600 },
    "60 minutes behind the editor's",
    "PREVIEW_CLOCK: .* 60 minutes from now",
  ],
  ["of another space's token", { previewToken: "of-another" }, "no preview token of this space", "PREVIEW_TOKEN: "],
  ["of another space", { spaceId: 77 }, "no preview token of this space", ""],
])("a token %s", async (_, query, text, logged) => {
  await open(query);
  await page().getByRole("heading", { name: "In figures", exact: true }).waitFor();
  await mark().getByText(text).waitFor();
  await mark().getByText("This is the published page").waitFor();
  expect(await page().getByText("A saved draft").count()).toBe(0);
  expect(site.said()).toMatch(new RegExp(logged));
  expect(site.said()).not.toMatch(/of-another|preview-preview-token/);
});

test("is said once a minute for each reason, in the language of the page, and a good token is answered", async () => {
  await open({ age: 3720, language: "de" }, "/de/unternehmen/ueber-uns/");
  await mark().getByText("Der Editor ist seit 62 Minuten offen").waitFor();
  await mark().getByText("Das ist die veröffentlichte Seite").waitFor();
  expect(site.said().match(/PREVIEW_CLOCK/g)).toHaveLength(2);
  expect(site.said().match(/PREVIEW_TOKEN: /g)).toHaveLength(1);
  await open({});
  await page().getByText("A saved draft").waitFor();
  expect(await mark().getByText("minutes ago").count()).toBe(0);
  // Outside of the editor nothing is said.
  const tab = await visit.context.newPage();
  await tab.goto(site.url("/company/about/", { storyId: site.id("company/about"), age: 3720 }));
  await tab.getByRole("heading", { name: "In figures", exact: true }).waitFor();
  await tab.waitForLoadState("networkidle");
  expect(await tab.locator(".preview-mark").count()).toBe(0);
});
