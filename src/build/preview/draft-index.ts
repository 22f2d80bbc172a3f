import { randomBytes } from "node:crypto";
import type { Config } from "../../config/config.ts";
import type { Lang } from "../../content/model.ts";
import type { Digests } from "../../content/site.ts";
import { previewText } from "../preview-index.ts";
import type { World } from "../world.ts";

export interface DraftIndex {
  /** Names the index in a draft page, for src/client/preview. */
  nameIn(html: string, lang: Lang): string;
  /** The file of that name; null for any other. Made when it is asked for, since most draft pages are only looked at. */
  file(path: string): Promise<Uint8Array | null>;
}

/**
 * What the live preview needs of the other stories, from drafts. Whoever has not seen a draft page cannot guess the
 * file's name.
 */
export function createDraftIndex(options: {
  languages: readonly { code: string }[];
  config: Config;
  base: string;
  world: () => Promise<World>;
  digests: () => Digests;
}): DraftIndex {
  const { config, languages, base, world, digests } = options;
  const name = randomBytes(16).toString("hex");
  const pathOf = (lang: Lang) => `_assets/preview-${lang}-${name}.json`;
  // The editor's own token opens the drafts here; none is put into the file.
  const closed = { ...config, preview: { ...config.preview, publicDraftToken: undefined } };
  return {
    nameIn: (html, lang) =>
      html.replace(/<html [^>]*/, (tag) => `${tag} data-preview-${lang}="${base}${pathOf(lang)}"`),
    async file(path) {
      const lang = languages.find(({ code }) => path === pathOf(code))?.code;
      return lang ? Buffer.from(previewText(lang, { config: closed, world: await world(), digests: digests() })) : null;
    },
  };
}
