import type { Languages } from "../site/languages.ts";

/** The part of the configuration that pages are rendered with. */
export interface SiteSettings {
  languages: Languages;
  /** Only "production" is indexed. */
  environment: string;
  /** Absolute origin without a trailing slash; "" if not configured. */
  origin: string;
  /** Slashes at both ends. */
  base: string;
  companyName: string;
  platformName: string;
  badge: { href: string; image: string; label: string } | null;
  contactEndpoint: string;
  /** Origins of the visual editor that frame the site. */
  editorOrigins: string[];
  /** URL of the content service's bridge script. */
  bridgeUrl: string;
  /** What visitors can consent to; null for a site without a consent dialog. */
  consent: ConsentSettings | null;
}

export interface ConsentSettings {
  /** Codes of the categories, in the dialog's order. */
  categories: string[];
  /** The category for embedded videos, or "". */
  embeds: string;
}
