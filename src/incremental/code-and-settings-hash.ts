import type { SiteSettings } from "../content/site-settings.ts";
import { shortHash } from "../files/short-hash.ts";
import { codeVersion } from "./code-version.ts";

/** What every page refers to in the client bundle. */
export interface ClientBasis {
  bundle: { commonHash: string };
  /** URLs. */
  icons: { favicon: string; touchIcon: string };
}

/**
 * Hash of what every page depends on besides content. `siteHash` covers the site's definition, including its functions,
 * and what several blocks do when they are loaded.
 */
export function codeAndSettingsHash(settings: SiteSettings, client: ClientBasis, siteHash: string): string {
  return shortHash(JSON.stringify([codeVersion(), siteHash, client.bundle.commonHash, client.icons, settings]));
}
