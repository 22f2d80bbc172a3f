import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStoryClient, fetchStory } from "../../src/fetch/requests/fetch-story.ts";
import { plan } from "../helpers/definition.ts";
import { openPullFixture, type PullFixture } from "./helpers.ts";

let bench: PullFixture;
beforeEach(async () => {
  bench = await openPullFixture();
});
afterEach(() => bench.close());

function ask(idOrSlug: string | number, lang: "en" | "de" = "en", version: "published" | "draft" = "draft") {
  const { endpoint, token, previewToken } = bench.service;
  return fetchStory({ plan, endpoint, token: version === "draft" ? previewToken : token, version, idOrSlug, lang });
}

describe("fetchStory", () => {
  it("finds a story by slug, id and uuid", async () => {
    const bySlug = await ask("company/about");
    expect(bySlug?.full_slug).toBe("company/about");
    expect(await ask(bySlug?.id ?? 0)).toEqual(bySlug);
    expect(await ask(bySlug?.uuid ?? "")).toEqual(bySlug);
    expect(await ask("/company/about/")).toEqual(bySlug);
  });

  it("reads German, drafts, and stories that were never published", async () => {
    bench.service.saveDraft("new", (story) => {
      story.content = { component: "Page", meta_title: "Draft" };
    });
    expect(await ask("new", "en", "published")).toBeNull();
    const draft = await ask("new", "de");
    expect(draft).toMatchObject({ lang: "de", full_slug: "de/new", content: { meta_title: "Draft" } });
  });

  it("reads a published story, led to the current version", async () => {
    expect((await ask("home", "en", "published"))?.full_slug).toBe("home");
    expect(bench.service.log.map(({ status }) => status)).toEqual([301, 200]);
  });

  it.each(["missing", "", "/", "..", "../spaces/me", "a/../../x"])("finds nothing at %j", async (slug) => {
    expect(await ask(slug)).toBeNull();
  });

  it("keeps the endpoint's own assets without its origin", async () => {
    bench.service.publish("home", (story) => {
      story.content = {
        ...story.content,
        og_image: { fieldtype: "asset", filename: `${bench.service.origin}/f/1/x.png` },
      };
    });
    expect((await ask("home"))?.content.og_image).toMatchObject({ filename: "/f/1/x.png" });
  });

  it("refuses a public token for drafts", async () => {
    const { endpoint, token } = bench.service;
    const client = createStoryClient({ plan, endpoint, token, version: "draft" });
    await expect(client.story("home", "en")).rejects.toMatchObject({ code: "FETCH_UNAUTHORIZED" });
  });
});
