import type { SiteSettings } from "../content/site-settings.ts";
import { shortHash } from "../incremental/hash.ts";
import { blocksFingerprint, codeVersion } from "./code-version.ts";
import type { Client } from "./prepare-client.ts";

/** Hash of what every page depends on beside content: code, styles, icons, settings. */
export function pageBasis(settings: SiteSettings, client: Client, ownBlocks: string): string {
  return shortHash(
    JSON.stringify([codeVersion(), blocksFingerprint(ownBlocks), client.bundle.hash, client.icons, settings]),
  );
}
