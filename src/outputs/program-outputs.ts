/** The outputs of every site, and robots.txt of each domain. */
import type { SiteSettings } from "../site/api/site-settings.ts";
import { domainOf, domainsOf } from "../site/domains.ts";
import { defineOutput, type OutputDefinition } from "../site/outputs.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { feeds } from "./feeds.ts";
import { sitemap } from "./sitemap.ts";

export function programOutputs(definition: ResolvedSite, settings: SiteSettings): OutputDefinition[] {
  return [sitemap(settings), robots(settings, definition), feeds(settings, definition)];
}

/**
 * Production allows everything, any other environment nothing, unless the site has lines of its own. In production the
 * sitemap is named if the site's origin is known.
 */
export function robots(
  { origin, base, environment }: Pick<SiteSettings, "origin" | "base" | "environment">,
  definition: Pick<ResolvedSite, "languages" | "robots">,
) {
  const domains = domainsOf(definition.languages, origin);
  return defineOutput({
    name: "robots",
    keys: () => domains.map(({ languages: [first] }) => first.code),
    make(lang) {
      const { origin } = domainOf(lang, domains);
      const isProduction = environment === "production";
      const own = definition.robots[environment] ?? ["User-agent: *", isProduction ? "Allow: /" : "Disallow: /"];
      const sitemap = isProduction && origin !== "" ? ["", `Sitemap: ${origin}${encodeURI(base)}sitemap.xml`] : [];
      return { path: "robots.txt", body: `${[...own, ...sitemap].join("\n")}\n`, lang };
    },
  });
}
