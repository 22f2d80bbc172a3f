/** The outputs of every site. */
import type { SiteSettings } from "../content/site-settings.ts";
import type { OutputDefinition } from "../site/outputs.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { feeds } from "./feeds.ts";
import { robots } from "./robots.ts";
import { sitemap } from "./sitemap.ts";

export function programOutputs(definition: ResolvedSite, settings: SiteSettings): OutputDefinition[] {
  return [sitemap(settings), robots(settings, definition), feeds(settings, definition)];
}
