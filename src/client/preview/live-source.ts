import type { Lang } from "../../content/model.ts";
import { type LiveSite, openLiveSite } from "../../content/preview/live-site.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { readLatest } from "../builds/build-watch.ts";
import type { DocumentState } from "../page/document-state.ts";
import { fetchIndex } from "./fetch-index.ts";

export interface LiveSource {
  readonly lang: Lang;
  /** The published site from its preview index; after an error the next call tries again. */
  get(): Promise<LiveSite>;
}

/** `serve` names its draft index in the page; on a static host, `latest.json` names the index. */
export function createLiveSource(
  documentState: Pick<DocumentState, "assets">,
  lang: Lang,
  site: ResolvedSite,
): LiveSource {
  let asked: Promise<LiveSite> | null = null;
  const load = async () => {
    const url = draftIndex(lang) ?? (await readLatest(documentState.assets)).preview?.[lang];
    if (!url) throw new Error("The site was published without a preview index.");
    return openLiveSite(await fetchIndex(url), site);
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

/** URL of the draft index, if `serve` rendered the page. */
export function draftIndex(lang: Lang): string | undefined {
  return document.documentElement.getAttribute(`data-preview-${lang}`) ?? undefined;
}
