import type { Config } from "../config/config.ts";
import type { ConsentSettings, SiteSettings } from "../content/site-settings.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { withRegions } from "./date-format.ts";

function consentSettings({ consent }: ResolvedSite): ConsentSettings | null {
  return consent && { categories: consent.categories.map(({ code }) => code), embeds: consent.embeds };
}

/** The site settings that pages are rendered with. */
export function siteSettings(config: Config, options: { definition: ResolvedSite; badgeImage: string }): SiteSettings {
  const { site, preview } = config;
  const { definition } = options;
  const [first] = definition.languages;
  return {
    languages: withRegions(definition.languages),
    environment: config.environment,
    origin: site.origin ?? first.origin,
    base: site.base,
    companyName: site.companyName ?? "",
    platformName: site.platformName ?? "",
    badge: site.badge ? { ...site.badge, image: options.badgeImage } : null,
    contactEndpoint: contactAddress(config),
    editorOrigins: [...preview.editorOrigins],
    bridgeUrl: preview.bridgeUrl,
    consent: consentSettings(definition),
  };
}

/** Where the contact form posts to: a URL, or a path of the site including the base path. */
export function contactAddress({ contact, site }: Pick<Config, "contact" | "site">): string {
  const { endpoint = "" } = contact;
  return endpoint.startsWith("/") ? site.base + endpoint.slice(1) : endpoint;
}
