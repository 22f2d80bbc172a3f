import { pathToFileURL } from "node:url";
import type { SiteCode } from "../bundle/bundle-site.ts";
import { fileStamp } from "../files/file-hashes.ts";
import { contentHash } from "../files/hash.ts";
import { sitegenError } from "../problems/errors.ts";
import { codeFile } from "./site-code-cache.ts";
import { withLocation } from "./source-location.ts";

/**
 * Loads the module of a bundled site, from its file if the state folder holds it, so that errors have a file and line.
 * Throws CONFIG_INVALID (exit 2), with the place in the site, if its code throws.
 */
export async function runSite(
  folder: string | null,
  { code, map }: Pick<SiteCode, "code" | "map">,
): Promise<Record<string, unknown>> {
  const path = folder === null ? "" : codeFile(folder, contentHash(code));
  const url = path !== "" && fileStamp(path) !== "" ? pathToFileURL(path).href : dataUrl(code);
  try {
    return (await import(url)) as Record<string, unknown>;
  } catch (cause) {
    throw sitegenError("CONFIG_INVALID", {
      message: withLocation(cause, "The site's code failed while it was loaded: ", map).message,
      hint: "Fix the named line. Of files that import each other, the one that runs first gets undefined from the other: put what both need into a third file.",
      cause,
    });
  }
}

function dataUrl(code: string): string {
  return `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
}
