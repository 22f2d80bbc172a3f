import type { Lang } from "../../content/model.ts";
import { type LiveSite, openLiveSite } from "../../content/preview/live-site.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { readLatest } from "../builds/build-watch.ts";
import type { DocumentState } from "../page/document-state.ts";
import { fetchIndex } from "./fetch-index.ts";

export interface LiveSource {
  readonly lang: Lang;
  /** The published site as its preview index tells it; after a failure the next call tries again. */
  get(): Promise<LiveSite>;
}

/** `serve` names the index of its drafts in the page; a static host has the one that `latest.json` names. */
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

/** Address of the index of drafts, where `serve` rendered the page. */
export function draftIndex(lang: Lang): string | undefined {
  return document.documentElement.getAttribute(`data-preview-${lang}`) ?? undefined;
}
