import { createHash } from "node:crypto";
import type { Config } from "../config/config.ts";
import type { Lang } from "../content/model.ts";
import { assetsOfLanguage, buildPreviewIndex, type DraftAccess } from "../content/preview/preview-index.ts";
import type { StorySummaries } from "../content/site.ts";
import { createCardReader } from "../content/site-reader.ts";
import { collectAssets } from "../content/story-summary.ts";
import type { RenderContext } from "./render-context.ts";

export interface PreviewFile {
  /** Below the output folder. */
  path: string;
  text: string;
}

export interface PreviewIndexOptions {
  config: Pick<Config, "preview" | "storyblok" | "assetHosts">;
  context: Pick<RenderContext, "site" | "space" | "sources" | "definition">;
  summaries: StorySummaries;
}

/** What the live preview of a static host needs of the other stories, one hashed file a language. */
export function previewFile(lang: Lang, options: PreviewIndexOptions): PreviewFile {
  const text = previewText(lang, options);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
  return { path: `_assets/preview-${lang}-${hash}.json`, text };
}

export function previewText(lang: Lang, { config, context, summaries }: PreviewIndexOptions): string {
  const { site, space, sources, definition } = context;
  const globalAssets = collectAssets(space.global[lang]?.content);
  const index = buildPreviewIndex({
    lang,
    site,
    definition,
    cards: createCardReader(lang, sources),
    filenames: assetsOfLanguage(summaries, { lang, rules: definition }, globalAssets),
    assets: sources.assets,
    assetHosts: config.assetHosts,
    globalId: (space.global[lang] ?? space.global[definition.languages[0].code])?.id ?? 0,
    drafts: draftAccess(config),
  });
  return JSON.stringify(index);
}

/** The one token that is ever published, and only where the owner says so. */
function draftAccess({ preview, storyblok }: PreviewIndexOptions["config"]): DraftAccess | null {
  if (!preview.publicDraftToken || storyblok.endpoint === "") return null;
  return { endpoint: storyblok.endpoint, token: preview.publicDraftToken };
}
