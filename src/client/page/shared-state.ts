import type { Shared } from "../../content/payload.ts";
import { withoutLateBlocks } from "../../kit/late-blocks.tsx";
import { type FetchJsonOptions, fetchJson } from "./fetch-json.ts";

/** Requests a shared state; the markup of its late blocks, which only the first page needs, is dropped. */
export async function readShared(url: string, options?: FetchJsonOptions): Promise<Shared> {
  return withoutLateBlocks((await fetchJson(url, options)) as Shared);
}
