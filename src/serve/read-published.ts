import type { OpenSiteFile } from "./open-file.ts";
import { parseRequestPath } from "./request-path.ts";

/** Text of a published file by its URL without the origin; null if there is none. */
export async function readPublished(open: OpenSiteFile, href: string, base: string): Promise<string | null> {
  const path = parseRequestPath(href, base)?.path;
  const file = path ? await open(path.slice(1) + (path.endsWith("/") ? "index.html" : "")) : null;
  if (!file) return null;
  try {
    return await file.text();
  } finally {
    await file.close();
  }
}
