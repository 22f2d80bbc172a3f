export interface RobotsOptions {
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
  const sitemap = isProduction && origin !== "" ? ["", `Sitemap: ${origin}${base}sitemap.xml`] : [];
  return `${[...own, ...sitemap].join("\n")}\n`;
}
