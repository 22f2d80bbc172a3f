import { createSourceIndex, type SourceIndex, type SourceRow } from "../../content/lists/source-values.ts";
import { type LiveSite, openLiveSite } from "../../content/preview/live-site.ts";
import type { Lang } from "../../site/api/model.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import type { LatestBuild } from "../builds/build-watch.ts";
import { fetchJson } from "../page/fetch-json.ts";
import { fetchIndex } from "./fetch-index.ts";
import type { PreviewFiles } from "./preview-files.ts";

export interface LiveSource {
  readonly lang: Lang;
  /** The published site from its preview index; after an error the next call tries again. */
  get(): Promise<LiveSite>;
}

/** `serve` names its draft index in the page; on a static host, `latest.json` names the index. */
export function createLiveSource(files: PreviewFiles, lang: Lang, site: ResolvedSite): LiveSource {
  let asked: Promise<LiveSite> | null = null;
  const load = async () => {
    const latest = await files.latest().catch((): Partial<LatestBuild> => ({}));
    const url = draftIndex(lang) ?? latest.preview?.[lang];
    if (!url) throw new Error("The site was published without a preview index.");
    const [index, sources] = await Promise.all([fetchIndex(url), fetchSources(latest.sources ?? {})]);
    return openLiveSite(index, site, sources);
  };
  return {
    lang,
    get() {
      asked ??= load().catch((error: unknown) => {
        asked = null;
        throw error;
      });
      return asked;
    },
  };
}

/** The values of the sources that were published for the preview. */
async function fetchSources(urls: Readonly<Record<string, string>>): Promise<Record<string, SourceIndex>> {
  const found = Object.entries(urls).map(async ([name, url]) => {
    const rows = (await fetchJson(url)) as SourceRow[]; // published by the build
    return [name, createSourceIndex(() => rows)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** URL of the draft index, if `serve` rendered the page. */
export function draftIndex(lang: Lang): string | undefined {
  return document.documentElement.getAttribute(`data-preview-${lang}`) ?? undefined;
}
