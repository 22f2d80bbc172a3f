import type { SiteSettings } from "../content/site-settings.ts";
import { shortHash } from "../incremental/short-hash.ts";
import { codeVersion } from "./code-version.ts";
import type { Client } from "./prepare-client.ts";

/** Hash of what every page depends on beside content. The site's hash stands for its definition, functions included. */
export function codeAndSettingsHash(settings: SiteSettings, client: Client, siteHash: string): string {
  return shortHash(JSON.stringify([codeVersion(), siteHash, client.bundle.commonHash, client.icons, settings]));
}
