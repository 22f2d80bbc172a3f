/** robots.txt of each domain. */
import { domainPath } from "../../site/domains.ts";
import { domainIn } from "./client-files.ts";
import type { Output } from "./output.ts";

export const robots: Output = {
  name: "robots",
  keys: ({ context }) => context.domains.map(({ folder }) => folder),
  isMoved: () => false,
  make(folder, { context }) {
    const domain = domainIn(folder, context);
    const { base, environment } = context.settings;
    const { robots: lines } = context.definition;
    const text = renderRobots({ origin: domain.origin, base, environment, lines });
    return { files: [{ path: domainPath(domain, "robots.txt"), content: text }] };
  },
};

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
