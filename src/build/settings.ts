import type { Config } from "../config/config.ts";
import type { DatasourceEntry } from "../content/model.ts";
import { label } from "../content/rules/labels.ts";
import type { SiteSettings } from "../content/site-settings.ts";

/** The settings pages are made from; the company's name falls back to the label of specification §2.5. */
export function siteSettings(
  config: Config,
  options: { labels: readonly DatasourceEntry[]; badgeImage: string },
): SiteSettings {
  const { site, contact, preview } = config;
  return {
    origin: site.origin ?? "",
    base: site.base,
    companyName: site.companyName ?? label(options.labels, "company-name"),
    platformName: site.platformName,
    badge: site.badge ? { ...site.badge, image: options.badgeImage } : null,
    contactEndpoint: contact.endpoint ?? "",
    editorOrigins: [...preview.editorOrigins],
    bridgeUrl: preview.bridgeUrl,
  };
}
