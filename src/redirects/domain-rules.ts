import { absoluteHref, publicPath, type SiteAddress } from "../content/rules/paths.ts";
import type { RedirectRule } from "./rule.ts";

/** The rules of one domain with its own paths, and URLs for other domains. */
export function domainRules(
  rules: readonly RedirectRule[],
  { folder }: { folder: string },
  address: SiteAddress,
): RedirectRule[] {
  if (folder === "") return [...rules];
  const isHere = (path: string) => path.startsWith(`/${folder}/`);
  return rules
    .filter(({ from }) => isHere(from))
    .map((rule) => {
      const from = publicPath(rule.from, { folder });
      if (rule.isExternal) return { ...rule, from };
      if (isHere(rule.to)) return { ...rule, from, to: publicPath(rule.to, { folder }) };
      return { ...rule, from, to: absoluteHref(address, rule.to), isExternal: true };
    });
}

/**
 * A configured URL as a site path. With several domains, an absolute URL belongs to its own domain and a path to the
 * domain of `folder`. Anything else, such as a URL of another site, is unchanged.
 */
export function sitePathOf(
  written: string,
  { folder, address }: { folder: string; address: SiteAddress },
): { path: string; folder: string } {
  const { languages, origin, base } = address;
  for (const language of languages) {
    const prefix = (language.origin || origin) + base;
    if (prefix === base || !written.startsWith(prefix)) continue;
    const rest = written.slice(prefix.length).replace(/^\/+/, "");
    return { path: below(language.folder, `/${rest}`), folder: language.folder };
  }
  const isPath = !/^[a-z][a-z0-9+.-]*:/i.test(written) && !/^\/[/\\]/.test(written) && written !== "";
  if (!isPath || folder === "") return { path: written, folder };
  return { path: below(folder, written.startsWith("/") ? written : `/${written}`), folder };
}

function below(folder: string, path: string): string {
  return folder === "" ? path : `/${folder}${path}`;
}
