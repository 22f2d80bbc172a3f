import type { Shared } from "../../content/payload.ts";
import { withoutLateBlocks } from "../../kit/late-blocks.tsx";
import { type FetchJsonOptions, fetchJson } from "./fetch-json.ts";

/** A language's shared state, as the app goes on with it. */
export async function readShared(url: string, options?: FetchJsonOptions): Promise<Shared> {
  return withoutLateBlocks((await fetchJson(url, options)) as Shared);
}
