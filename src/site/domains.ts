/** Domains per language: each is an output folder that can be deployed on its own. */
import { sitegenError } from "../problems/errors.ts";
import type { Language, Languages } from "./languages.ts";

export interface Domain {
  /** Folder below out/; "" if the whole site has one domain. */
  readonly folder: string;
  /** Absolute origin without a trailing slash, or "". */
  readonly origin: string;
  readonly languages: readonly [Language, ...Language[]];
}

export type Domains = readonly [Domain, ...Domain[]];

/** The site's domains, in the order of their first languages; `origin` is used for languages without one. */
export function domainsOf(languages: Languages, origin: string): Domains {
  const [first, ...others] = languages.filter(
    ({ folder }, index) => languages.findIndex((language) => language.folder === folder) === index,
  );
  const domain = (head: Language): Domain => {
    const rest = languages.filter(({ folder, code }) => folder === head.folder && code !== head.code);
    return { folder: head.folder, origin: head.origin || origin, languages: [head, ...rest] };
  };
  return [domain(first ?? languages[0]), ...others.map(domain)];
}

/** The domain that a language is on. */
export function domainOf(lang: string, domains: Domains): Domain {
  return domains.find(({ languages }) => languages.some(({ code }) => code === lang)) ?? domains[0];
}

/** Path below out/ of a domain's file: `robots.txt` -> `fr/robots.txt`. */
export function domainPath({ folder }: Pick<Domain, "folder">, file: string): string {
  return folder === "" ? file : `${folder}/${file}`;
}

/** Throws CONFIG_INVALID if a language's domain is unknown, or two folders have the same domain. */
export function checkDomains(languages: Languages, { origin, file }: { origin: string | undefined; file: string }) {
  const withoutOrigin = languages.find((language) => language.origin === "" && language.folder !== "");
  if (!withoutOrigin) return;
  const other = languages.find((language) => language.origin === origin);
  if (origin !== undefined && !other) return;
  const message =
    origin === undefined
      ? `The language "${withoutOrigin.code}" has no "origin" while others have one, and the configuration has no "site.origin".`
      : `The language "${other?.code}" has the origin ${origin}, which is "site.origin", where "${withoutOrigin.code}" lives too.`;
  const hint =
    origin === undefined
      ? 'Give each language an "origin" in the site definition, or set "site.origin".'
      : `Leave out the "origin" of "${other?.code}".`;
  throw sitegenError("CONFIG_INVALID", { message, hint, where: file });
}
