/** A story that goes on in the workflow is checked, and what is wrong is in the log, on the console and in the notice. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListenSite, openListenSite } from "./listen-site.ts";

const SECRET = "the webhook's secret";
let site: ListenSite;
beforeAll(async () => {
  site = await openListenSite();
});
afterAll(() => site.close());

interface Shown {
  publishes: {
    kind: string;
    ok: boolean;
    stories: { name: string }[];
    problems: { code: string; story: { editor: string } }[];
  }[];
}

test("the draft's own problems, and no other story's", { timeout: 240_000 }, async () => {
  const { service, notices } = site;
  const { listener, url } = await site.start(["--notify", site.notify], {
    STORYBLOK_PREVIEW_TOKEN: service.previewToken,
    STORYBLOK_WEBHOOK_SECRET: SECRET,
  });
  try {
    const idOf = (slug: string) => service.contents().stories.find(({ slugPath }) => slugPath === slug)?.id ?? 0;
    const setTitle = (slug: string) =>
      service.saveDraft(slug, (story) => {
        story.content.meta_title =
          "A title that no search engine shows to its end, because it is far too long for that";
      });
    setTitle("company/about");
    setTitle("imprint");
    const tell = (slug: string, action: string) => {
      const body = JSON.stringify({ action, story_id: idOf(slug), full_slug: slug, text: "Ann moved it to review" });
      const signature = createHmac("sha1", SECRET).update(body).digest("hex");
      return fetch(url, { method: "POST", body, headers: { "webhook-signature": signature } });
    };
    const checks = async () => (await site.shown<Shown>(url)).publishes.filter(({ kind }) => kind === "check");
    expect((await tell("company/about", "stage.changed")).status).toBe(202);
    await expect.poll(async () => (await checks()).length, { timeout: 240_000 }).toBe(1);
    const [found] = await checks();
    expect(found?.ok).toBe(false);
    expect(found?.problems.map(({ code }) => code)).toContain("CHECK_META_TITLE_LONG");
    expect(found?.stories.map(({ name }) => name)).toEqual(["About us"]);
    expect(found?.problems[0]?.story.editor).toContain(`/${idOf("company/about")}`);
    expect(listener.stderr()).toMatch(
      /Z checked company\/about: \d+ problems?\n[\s\S]*Z CHECK_META_TITLE_LONG company\/about meta_title /,
    );
    expect(listener.stderr()).not.toMatch(/checked imprint/);
    await expect.poll(() => notices.find(({ kind }) => kind === "check")?.text).toMatch(/^checked at .*: About us\n/);
    // Nothing of it is published.
    expect(listener.stderr()).not.toContain(service.previewToken);
    expect((await tell("imprint", "workflow.stage.changed")).status).toBe(202);
    await expect.poll(async () => (await checks()).length, { timeout: 240_000 }).toBe(2);
  } finally {
    await listener.interrupt();
  }
});
