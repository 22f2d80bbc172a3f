import { withoutLateBlocks } from "../../kit/late-blocks.tsx";
import type { Lang } from "../../site/api/model.ts";
import type { Shared } from "../../site/api/payload.ts";
import { type FetchJsonOptions, fetchJson } from "../page/fetch-json.ts";
import type { LatestBuild } from "./build-watch.ts";

/** URLs of a shared state and its words. */
export interface SharedUrls {
  shared: string;
  words: string;
}

/** Requests a shared state; the markup of its late blocks, which only the first page needs, is dropped. */
export async function readShared(urls: SharedUrls, options?: FetchJsonOptions): Promise<Shared> {
  const parts = await Promise.all([urls.shared, urls.words].map((url) => fetchJson(url, options)));
  return withoutLateBlocks(Object.assign({}, ...parts) as Shared);
}

/** Where a build has the shared state of a language; null if it does not say. */
export function sharedUrlsOf({ shared = {}, words = {} }: LatestBuild, lang: Lang): SharedUrls | null {
  const urls = { shared: shared[lang] ?? "", words: words[lang] ?? "" };
  return urls.shared && urls.words ? urls : null;
}
