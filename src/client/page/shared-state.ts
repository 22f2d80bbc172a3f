import type { Shared } from "../../content/payload.ts";
import { withoutLateBlocks } from "../../kit/late-blocks.tsx";
import { type FetchJsonOptions, fetchJson } from "./fetch-json.ts";

/** Reads a language's shared state. */
export async function readShared(url: string, options?: FetchJsonOptions): Promise<Shared> {
  return withoutLateBlocks((await fetchJson(url, options)) as Shared);
}
