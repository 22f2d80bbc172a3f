import type { ByLanguage } from "../../site/by-language.ts";
import type { Lang } from "../model.ts";
import { hrefOf, type SiteAddress } from "./paths.ts";

/** The page's URL in each other language; that language's home if there is no translation. */
export function switchHrefs(site: SiteAddress, lang: Lang, paths: Readonly<ByLanguage<string>>): ByLanguage<string> {
  const { languages } = site;
  if (languages.length === 1) return {};
  return Object.fromEntries(languages.map(({ code, home }) => [code, hrefOf(site, paths[code] ?? home, lang)]));
}
