/** Pulls the whole space with one thread and without caches, which is where every peer starts. */

import { loadConfig } from "../../src/config/load-config.ts";
import { buildSite } from "../../src/content/map/site-model.ts";
import { summarizeStory } from "../../src/content/map/story-summary.ts";
import { parseStory } from "../../src/fetch/parse/parse-story.ts";
import { toRelativeAssets } from "../../src/fetch/parse/relative-assets.ts";
import { gatherAssets } from "../../src/generate/gather-assets.ts";
import { openSite } from "../../src/generate/open-site.ts";
import { prepareClient } from "../../src/generate/prepare-client.ts";
import { createRenderContext, type RenderContext } from "../../src/generate/render-context.ts";
import { siteSettings } from "../../src/generate/site-settings.ts";
import type { DatasourceEntry, Datasources, Lang, RawStory } from "../../src/site/api/model.ts";
import { compareText } from "../../src/util/compare-text.ts";

export interface PullOptions {
  /** URL of the content service, including its version. */
  endpoint: string;
  token: string;
  /** Cache folder for assets and the client bundle. */
  state: string;
  configFile: string;
}

export interface PulledSite {
  context: RenderContext;
  /** Mirrored assets: path below the output folder, and file. */
  assets: readonly { path: string; source: string }[];
}

export async function pullSite({ endpoint, token, state, configFile }: PullOptions): Promise<PulledSite> {
  const config = await loadConfig({
    cwd: process.cwd(),
    file: configFile,
    env: { STORYBLOK_ENDPOINT: endpoint, STORYBLOK_TOKEN: token },
  });

  const get = async (path: string, query: Record<string, string>) => {
    const response = await fetch(
      `${endpoint}/cdn/${path}?${new URLSearchParams({ token, version: "published", ...query })}`,
    );
    return { body: (await response.json()) as Record<string, unknown>, total: Number(response.headers.get("total")) };
  };

  const cv = String(((await get("spaces/me", {})).body.space as { version: number }).version);
  const language = (lang: Lang): Record<string, string> => (lang === "de" ? { language: "de" } : {});

  const storiesOf = async (lang: Lang): Promise<Map<string, RawStory>> => {
    const stories = new Map<string, RawStory>();
    for (let page = 1, total = 1; (page - 1) * 100 < total; page += 1) {
      const answer = await get("stories", { cv, per_page: "100", page: String(page), ...language(lang) });
      total = answer.total;
      for (const raw of answer.body.stories as unknown[]) {
        const parsed = parseStory(toRelativeAssets(raw, new URL(endpoint).origin));
        if ("story" in parsed) stories.set(parsed.story.uuid, parsed.story);
      }
    }
    return stories;
  };

  const datasourcesOf = async (lang: Lang): Promise<Datasources> => {
    const names = ["labels", "insight-categories", "all-industries", "all-solutions"] as const;
    const dimension: Record<string, string> = lang === "de" ? { dimension: "de" } : {};
    const lists = await Promise.all(
      names.map((datasource) => get("datasource_entries", { datasource, per_page: "1000", cv, ...dimension })),
    );
    return Object.fromEntries(
      names.map((name, index) => [name, lists[index]?.body.datasource_entries as DatasourceEntry[]]),
    ) as unknown as Datasources;
  };

  const stories = { en: await storiesOf("en"), de: await storiesOf("de") };
  const datasources = { en: await datasourcesOf("en"), de: await datasourcesOf("de") };
  const isGlobal = (story: RawStory) => /^(de\/)?global\/?$/.test(story.full_slug);
  const globalOf = (lang: "en" | "de") => [...stories[lang].values()].find(isGlobal) ?? null;
  const sorted = (lang: "en" | "de") =>
    [...stories[lang].values()].filter((story) => !isGlobal(story)).sort((a, b) => compareText(a.uuid, b.uuid));
  const opened = await openSite(config, state);
  const { site: definition, ...blocks } = await opened.load();
  const summary = (story: RawStory) => summarizeStory(story, definition);
  const summaries = { en: sorted("en").map(summary), de: sorted("de").map(summary) };
  const site = buildSite(summaries, definition);
  const filenames = [...new Set([...summaries.en, ...summaries.de].flatMap((one) => one.assets))].sort();
  const assets = await gatherAssets({ config, filenames, endpoint, stateDir: state, offline: false });
  const client = await prepareClient({ config, site: opened, stateDir: state });
  const space = {
    cv: Number(cv),
    global: { en: globalOf("en"), de: globalOf("de") },
    datasources,
    stories: () => [],
    index: () => [],
    story: (lang: Lang, uuid: string) => (lang === "de" ? stories.de : stories.en).get(uuid),
  };
  const settings = siteSettings(config, { definition, badgeImage: client.badgeImage });
  const context = createRenderContext({
    config,
    values: {},
    space,
    site,
    definition,
    settings,
    ...blocks,
    assets: assets.lookup,
    ...client,
  });
  return { context, assets: assets.files };
}
