import type { Languages } from "../site/languages.ts";

/** The part of the configuration that pages are rendered with. */
export interface SiteSettings {
  /** The first is the default. */
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
  /** Form target; "" for a mail link. */
  contactEndpoint: string;
  /** URL of the content service's bridge script. */
  bridgeUrl: string;
  /** What visitors can consent to; null for a site without a consent dialog. */
  consent: ConsentSettings | null;
  /** Origins of the visual editor that frame the site. */
  previewEditorOrigins: string[];
}

export interface ConsentSettings {
  /** Codes of the categories, in the dialog's order. */
  categories: string[];
  /** The category for embedded videos, or "". */
  embeds: string;
}
