import type { SiteSettings } from "../content/site-settings.ts";
import { codeVersion } from "./code-version.ts";
import { shortHash } from "./short-hash.ts";

/** What of a client's bundle every page names. */
export interface ClientBasis {
  bundle: { commonHash: string };
  /** Addresses. */
  icons: { favicon: string; touchIcon: string };
}

/** Hash of what every page depends on beside content. The site's hash stands for its definition, functions included. */
export function codeAndSettingsHash(settings: SiteSettings, client: ClientBasis, siteHash: string): string {
  return shortHash(JSON.stringify([codeVersion(), siteHash, client.bundle.commonHash, client.icons, settings]));
}
