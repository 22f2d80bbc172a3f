export interface RobotsOptions {
  origin: string;
  base: string;
  environment: string;
  /** The site's own lines by environment. */
  lines: Readonly<Record<string, readonly string[]>>;
}

/**
 * In production everything may be read, in any other environment nothing, unless the site says otherwise. Where the
 * site's origin is known, production names the sitemap.
 */
export function renderRobots({ origin, base, environment, lines }: RobotsOptions): string {
  const isProduction = environment === "production";
  const own = lines[environment] ?? ["User-agent: *", isProduction ? "Allow: /" : "Disallow: /"];
  const sitemap = isProduction && origin !== "" ? ["", `Sitemap: ${origin}${base}sitemap.xml`] : [];
  return `${[...own, ...sitemap].join("\n")}\n`;
}
