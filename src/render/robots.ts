/** Everything may be read; where the site's origin is known, the sitemap is named. */
export function renderRobots(options: { origin: string; base: string }): string {
  const { origin, base } = options;
  const lines = ["User-agent: *", "Allow: /"];
  if (origin !== "") lines.push("", `Sitemap: ${origin}${base}sitemap.xml`);
  return `${lines.join("\n")}\n`;
}
