import { createHash } from "node:crypto";
import type { Config } from "../config/config.ts";
import type { Lang } from "../content/model.ts";
import { assetsOfLanguage, buildPreviewIndex, type DraftAccess, indexed } from "../content/preview/preview-index.ts";
import type { StorySummaries } from "../content/site.ts";
import { createCardReader } from "../content/site-reader.ts";
import { collectAssets } from "../content/story-summary.ts";
import type { ChangedEntry } from "./changes/changed-stories.ts";
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
  return fileOf(lang, previewText(lang, options));
}

function fileOf(lang: Lang, text: string): PreviewFile {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
  return { path: `_assets/preview-${lang}-${hash}.json`, text };
}

/** The file of the last build with changed stories in their places; null where it has not what they were. */
export function changedPreviewFile(
  lang: Lang,
  text: string,
  {
    sources,
    definition,
    entries,
  }: Pick<RenderContext, "sources" | "definition"> & { entries: readonly ChangedEntry[] },
): PreviewFile | null {
  const cards = createCardReader(lang, sources);
  let changed = text;
  for (const { before, now } of entries) {
    if (now.lang !== lang) continue;
    const [known, next] = [before, now].map((entry) => JSON.stringify(indexed(entry, { definition, cards })));
    const at = known === undefined ? -1 : changed.indexOf(known);
    if (known === undefined || at === -1) return null;
    changed = changed.slice(0, at) + next + changed.slice(at + known.length);
  }
  return fileOf(lang, changed);
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
