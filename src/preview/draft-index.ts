import { randomBytes } from "node:crypto";
import type { Config } from "../config/config.ts";
import type { StorySummaries } from "../content/map/site.ts";
import { previewText } from "../generate/outputs/preview.ts";
import type { RenderContext } from "../generate/render-context.ts";
import type { Lang } from "../site/api/model.ts";

/** The preview index over drafts. Its file name cannot be guessed without having seen a draft page. */
export function createDraftIndex(options: {
  languages: readonly { code: string }[];
  config: Config;
  /** URL of the preview's script. */
  editing: string;
  context: () => Promise<RenderContext>;
  summaries: () => StorySummaries;
}) {
  const { config, languages, editing, context, summaries } = options;
  const { base } = config.site;
  const name = randomBytes(16).toString("hex");
  const pathOf = (lang: Lang) => `_assets/preview-${lang}-${name}.json`;
  // The editor's own token gives access to drafts here; the file contains none.
  const closed = { ...config, preview: { ...config.preview, drafts: undefined, publicDraftToken: undefined } };
  return {
    /**
     * Puts the URLs of the index and of the preview's script into a draft page, for src/client/preview, and whether what it
     * shows is not published.
     */
    nameIn(html: string, { lang, isUnpublished }: { lang: Lang; isUnpublished: boolean }): string {
      const draft = isUnpublished ? ' data-draft="saved"' : "";
      const names = ` data-preview-${lang}="${base}${pathOf(lang)}" data-editing="${editing}"${draft}`;
      return html.replace(/<html [^>]*/, (tag) => tag + names);
    },
    /** The index if `path` is its URL, otherwise null. Created on demand, since most draft pages are only viewed. */
    async file(path: string): Promise<Uint8Array | null> {
      const lang = languages.find(({ code }) => path === pathOf(code))?.code;
      return lang
        ? Buffer.from(
            previewText(lang, { config: closed, context: await context(), summaries: summaries(), orders: null }),
          )
        : null;
    },
  };
}
