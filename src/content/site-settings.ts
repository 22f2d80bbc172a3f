import type { Languages } from "../site/languages.ts";

/** The part of the configuration that pages are made from. */
export interface SiteSettings {
  languages: Languages;
  /** What the build is for; only "production" is indexed. */
  environment: string;
  /** Absolute origin without a trailing slash, or "" when none is configured. */
  origin: string;
  /** Slashes at both ends. */
  base: string;
  companyName: string;
  platformName: string;
  badge: { href: string; image: string; label: string } | null;
  contactEndpoint: string;
  /** Origins the visual editor frames the site from. */
  editorOrigins: string[];
  /** Address of the content service's bridge script. */
  bridgeUrl: string;
  /** What visitors decide on; null for a site without a consent dialog. */
  consent: ConsentSettings | null;
}

export interface ConsentSettings {
  /** Codes of the categories, in the dialog's order. */
  categories: string[];
  /** The category that embedded videos wait for, or "". */
  embeds: string;
}
