import { createHash } from "node:crypto";
import type { Config } from "../config/config.ts";
import { collectAssets } from "../content/digest.ts";
import type { Lang } from "../content/model.ts";
import { assetsOfLanguage, buildPreviewIndex, type DraftAccess } from "../content/preview/preview-index.ts";
import type { Digests } from "../content/site.ts";
import { createCardReader } from "../content/site-reader.ts";
import type { World } from "./world.ts";

export interface PreviewFile {
  /** Below the output folder. */
  path: string;
  text: string;
}

export interface PreviewIndexOptions {
  config: Pick<Config, "preview" | "storyblok">;
  world: Pick<World, "site" | "space" | "sources" | "definition">;
  digests: Digests;
}

/** What the live preview of a static host needs of the other stories, one hashed file a language. */
export function previewFile(lang: Lang, options: PreviewIndexOptions): PreviewFile {
  const text = previewText(lang, options);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
  return { path: `_assets/preview-${lang}-${hash}.json`, text };
}

export function previewText(lang: Lang, { config, world, digests }: PreviewIndexOptions): string {
  const { site, space, sources, definition } = world;
  const globalAssets = collectAssets(space.global[lang]?.content);
  const index = buildPreviewIndex({
    lang,
    site,
    definition,
    cards: createCardReader(lang, sources),
    filenames: assetsOfLanguage(digests, { lang, rules: definition }, globalAssets),
    assets: sources.assets,
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
