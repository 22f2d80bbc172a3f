import { randomBytes } from "node:crypto";
import { previewText } from "../build/preview-index.ts";
import type { RenderContext } from "../build/render-context.ts";
import type { Config } from "../config/config.ts";
import type { Lang } from "../content/model.ts";
import type { StorySummaries } from "../content/site.ts";

export interface DraftIndex {
  /** Names the index in a draft page, for src/client/preview. */
  nameIn(html: string, lang: Lang): string;
  /**
   * The file of that name; null for any other. Made when it is asked for, since most draft pages are only looked at.
   */
  file(path: string): Promise<Uint8Array | null>;
}

/**
 * What the live preview needs of the other stories, from drafts. Without having seen a draft page one cannot guess the
 * file's name.
 */
export function createDraftIndex(options: {
  languages: readonly { code: string }[];
  config: Config;
  base: string;
  context: () => Promise<RenderContext>;
  summaries: () => StorySummaries;
}): DraftIndex {
  const { config, languages, base, context, summaries } = options;
  const name = randomBytes(16).toString("hex");
  const pathOf = (lang: Lang) => `_assets/preview-${lang}-${name}.json`;
  // The editor's own token opens the drafts here; none is put into the file.
  const closed = { ...config, preview: { ...config.preview, publicDraftToken: undefined } };
  return {
    nameIn: (html, lang) =>
      html.replace(/<html [^>]*/, (tag) => `${tag} data-preview-${lang}="${base}${pathOf(lang)}"`),
    async file(path) {
      const lang = languages.find(({ code }) => path === pathOf(code))?.code;
      return lang
        ? Buffer.from(previewText(lang, { config: closed, context: await context(), summaries: summaries() }))
        : null;
    },
  };
}
