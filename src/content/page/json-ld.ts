import type { PageInput } from "../../site/api/page-input.ts";
import type { BlockCatalogue } from "../../site/blocks/catalogue.ts";
import type { StructuredDataInput } from "../../site/definition.ts";
import { languageOf } from "../../site/languages.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { dateOf } from "../lists/order.ts";
import { absoluteHref, absoluteUrl, originOf } from "../rules/paths.ts";

/** Everything that a page's head is built from. */
export interface HeadInput extends PageInput {
  definition: ResolvedSite;
  catalogue: BlockCatalogue;
}

interface JsonLdInput extends HeadInput {
  canonical: string;
  title: string;
  description: string;
  image: string;
}

type Thing = Record<string, unknown>;

/** schema.org objects of a page. None without a configured origin, since they need absolute URLs. */
export function jsonLd(input: JsonLdInput): Thing[] {
  const { entry, settings, definition } = input;
  if (originOf(settings, entry.lang) === "") return [];
  const things: Thing[] = [];
  const isHome = definition.languages.some(({ home }) => home === entry.path);
  if (isHome && settings.companyName !== "") things.push(organization(input), website(input));
  if (input.crumbs.length > 1) things.push(breadcrumbs(input));
  const type = definition.pageTypes[entry.component];
  const own = type?.structuredData ?? (type?.kind === "article" ? article : undefined);
  if (own) things.push(...own(structuredDataInput(input)));
  return things.map((thing) => ({ "@context": "https://schema.org", ...thing }));
}

function structuredDataInput(input: JsonLdInput): StructuredDataInput & HeadInput {
  const { entry, settings, definition } = input;
  return {
    day: dateOf(entry, definition.pageTypes),
    absolute: (href) => absoluteUrl(settings, href, entry.lang),
    ...input,
  };
}

function organization({ settings, definition, entry }: JsonLdInput): Thing {
  const { home } = languageOf(definition.languages, entry.lang);
  return { "@type": "Organization", name: settings.companyName, url: absoluteHref(settings, home) };
}

function website({ settings, entry, definition }: JsonLdInput): Thing {
  return {
    "@type": "WebSite",
    name: settings.companyName,
    url: absoluteHref(settings, entry.path),
    inLanguage: languageOf(definition.languages, entry.lang).locale,
  };
}

function breadcrumbs({ crumbs, settings, entry }: JsonLdInput): Thing {
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map((crumb, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: crumb.title,
      item: absoluteUrl(settings, crumb.href, entry.lang),
    })),
  };
}

/** Default structured data of an article whose page type defines none. */
function article(input: StructuredDataInput & HeadInput): Thing[] {
  const { entry, settings, definition, canonical, title, description, image, day } = input;
  return [
    {
      "@type": "Article",
      headline: title,
      ...(description && { description }),
      ...(image && { image }),
      ...(day && { datePublished: day }),
      ...(entry.publishedAt && { dateModified: entry.publishedAt }),
      ...(settings.companyName && { publisher: { "@type": "Organization", name: settings.companyName } }),
      inLanguage: languageOf(definition.languages, entry.lang).locale,
      mainEntityOfPage: canonical,
    },
  ];
}
