/** What the live preview of a static host needs of the other stories. */
import type { Config } from "../config/config.ts";
import type { Lang } from "../content/model.ts";
import {
  assetsOfLanguage,
  buildPreviewIndex,
  type DraftAccess,
  type PreviewIndexInput,
} from "../content/preview/preview-index.ts";
import type { StorySummaries } from "../content/site.ts";
import { createCardReader } from "../content/site-reader.ts";
import { collectAssets } from "../content/story-summary.ts";
import type { RenderContext } from "./render-context.ts";

export interface PreviewIndexOptions {
  config: Pick<Config, "preview" | "storyblok" | "assetHosts">;
  context: Pick<RenderContext, "site" | "space" | "sources" | "definition">;
  summaries: StorySummaries;
  orders: PreviewIndexInput["orders"];
}

/** The index as a single file. */
export function previewText(lang: Lang, options: PreviewIndexOptions): string {
  return JSON.stringify(buildPreviewIndex(previewInput(lang, options)));
}

export function previewInput(
  lang: Lang,
  { config, context, summaries, orders }: PreviewIndexOptions,
): PreviewIndexInput {
  const { site, space, sources, definition } = context;
  const globalAssets = collectAssets(space.global[lang]?.content, definition.crops);
  return {
    lang,
    site,
    definition,
    cards: createCardReader(lang, sources),
    filenames: assetsOfLanguage(summaries, { lang, rules: definition }, globalAssets),
    assets: sources.assets,
    assetHosts: config.assetHosts,
    globalId: (space.global[lang] ?? space.global[definition.languages[0].code])?.id ?? 0,
    drafts: draftAccess(config),
    orders,
  };
}

/** The public draft token, the only token that is published, if the configuration allows it. */
function draftAccess({ preview, storyblok }: PreviewIndexOptions["config"]): DraftAccess | null {
  if (!preview.publicDraftToken || storyblok.endpoint === "") return null;
  return { endpoint: storyblok.endpoint, token: preview.publicDraftToken };
}
