/** For an unchanged story the preview renders what the build rendered, on every page of the sample site. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { readStory } from "../../src/content/preview/edited-story.ts";
import { livePayload, liveShared } from "../../src/content/preview/live-page.ts";
import { openLiveSite } from "../../src/content/preview/live-site.ts";
import { withoutLateBlocks } from "../../src/kit/late-blocks.tsx";
import type { Lang } from "../../src/site/api/model.ts";
import type { Payload, Shared } from "../../src/site/api/payload.ts";
import { createCatalogue } from "../../src/site/blocks/catalogue.ts";
import { forLanguage } from "../../src/site/by-language.ts";
import { definition } from "../helpers/definition.ts";
import { data, schemas } from "../helpers/sample-blocks.ts";
import { sampleSite } from "../helpers/sample-site.ts";
import { sampleSpace } from "../helpers/sample-space.ts";

const catalogue = createCatalogue({ schemas, data, platformName: "Lumen" });

let out: string;
let service: SpaceService;

beforeAll(async () => {
  [out, service] = await Promise.all([
    sampleSite(),
    startSpaceService({ dir: await sampleSpace(), watch: false, journal: false, quiet: true }),
  ]);
}, 300_000);
afterAll(() => service?.close());

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(out, file), "utf8"));
}

/** The published site as the browser gets it. */
function siteOf(lang: Lang) {
  const latest = read("_assets/builds/latest.json") as Record<"shared" | "words" | "preview", Record<Lang, string>>;
  const parts = [latest.shared, latest.words].map((urls) => read(forLanguage(urls, lang)));
  const { code: _code, ...shared } = Object.assign({}, ...parts) as Shared; // the preview knows all blocks' scripts itself
  return { shared, live: openLiveSite(read(forLanguage(latest.preview, lang)) as never, definition) };
}

/** As the editor sends it: by id, in the language, published here because that is what the build saw. */
async function storyOf(id: number, lang: Lang): Promise<unknown> {
  const query = new URLSearchParams({ token: service.token, version: "published", cv: String(service.cv()) });
  if (lang === "de") query.set("language", "de");
  const answer = await fetch(`${service.endpoint}/cdn/stories/${id}?${query}`);
  return ((await answer.json()) as { story: unknown }).story;
}

/** Without the markers, which published content does not carry, and as JSON has it. */
function unmarked<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (key, field: unknown) => (key === "_editable" || key === "_mark" ? undefined : field)),
  ) as T;
}

test.each(["en", "de"] as const)("every page in %s", async (lang) => {
  const { shared, live } = siteOf(lang);
  const files = fg.sync(lang === "de" ? "de/**/_payload.json" : "**/_payload.json", {
    cwd: out,
    ignore: lang === "en" ? ["de/**"] : [],
  });
  // A draft has the stylesheet of all blocks in place of its page's own.
  expect(files.length).toBeGreaterThan(50);
  for (const file of files.sort()) {
    const {
      app: _app,
      shared: _shared,
      styles: _styles,
      code: _code,
      ...published
    } = read(file) as Payload & Record<"app" | "shared", string>;
    if (!published.story) continue; // a page without a story has no draft
    const story = readStory(await storyOf(published.story.id, lang), { lang, spaceId: "100100" });
    if (!story) throw new Error(`${file}: no story`);
    const { value } = livePayload({ story, definition, live, shared, catalogue, listing: published.listing });
    expect(unmarked(value), file).toEqual(published);
  }
});

test.each(["en", "de"] as const)("header and footer in %s", async (lang) => {
  const { shared, live } = siteOf(lang);
  const story = readStory(await storyOf(live.index.globalId, lang), { lang, spaceId: "100100" });
  if (!story) throw new Error("no global story");
  expect(unmarked(liveShared({ story, definition, live, shared, catalogue }).value)).toEqual({
    ...withoutLateBlocks(shared),
    global: unmarked(shared.global),
  });
});
