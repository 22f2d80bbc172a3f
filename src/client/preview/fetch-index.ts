import {
  INDEX_VERSION,
  type PreviewIndex,
  SPLIT_VERSION,
  type SplitIndex,
} from "../../content/preview/preview-index.ts";
import { fetchJson } from "../page/fetch-json.ts";

/** Fetches an index; that of a large site is combined from its parts. */
export async function fetchIndex(url: string): Promise<PreviewIndex> {
  const found = await fetchJson(url);
  const { version, rest, parts } = found as Partial<SplitIndex>;
  if (version !== SPLIT_VERSION || !rest || !parts) return parseIndex(found);
  const [index, ...files] = await Promise.all([rest, ...parts].map((part) => fetchJson(part)));
  return { ...parseIndex(index), stories: files.flatMap((file) => (file as Pick<PreviewIndex, "stories">).stories) };
}

/** Throws if the value is not an index of a known version. */
function parseIndex(value: unknown): PreviewIndex {
  const index = value as PreviewIndex | null;
  if (index?.version !== INDEX_VERSION || !Array.isArray(index.stories)) {
    throw new Error("The preview index belongs to another version of the site: reload the page.");
  }
  return index;
}
