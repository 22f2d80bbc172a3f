/** robots.txt of each domain. */
import type { SiteSettings } from "../content/site-settings.ts";
import { domainOf, domainsOf } from "../site/domains.ts";
import { defineOutput } from "../site/outputs.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";

export function robots(
  { origin, base, environment }: SiteSettings,
  definition: Pick<ResolvedSite, "languages" | "robots">,
) {
  const domains = domainsOf(definition.languages, origin);
  return defineOutput({
    name: "robots",
    keys: () => domains.map(({ languages: [first] }) => first.code),
    make(lang) {
      const { origin } = domainOf(lang, domains);
      return { path: "robots.txt", body: renderRobots({ origin, base, environment, lines: definition.robots }), lang };
    },
  });
}

interface RobotsOptions {
  origin: string;
  base: string;
  environment: string;
  /** The site's own lines by environment. */
  lines: Readonly<Record<string, readonly string[]>>;
}

/**
 * Production allows everything, any other environment nothing, unless the site has lines of its own. In production the
 * sitemap is named if the site's origin is known.
 */
export function renderRobots({ origin, base, environment, lines }: RobotsOptions): string {
  const isProduction = environment === "production";
  const own = lines[environment] ?? ["User-agent: *", isProduction ? "Allow: /" : "Disallow: /"];
  const sitemap = isProduction && origin !== "" ? ["", `Sitemap: ${origin}${encodeURI(base)}sitemap.xml`] : [];
  return `${[...own, ...sitemap].join("\n")}\n`;
}
