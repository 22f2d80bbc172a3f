import type { HeadData, PageTag, Payload, Shared } from "../../site/api/payload.ts";
import { type Language, type Languages, languageOf } from "../../site/languages.ts";

/** All tags of a page except its title, data blocks last. */
export function pageTags(payload: Payload, shared: Shared): PageTag[] {
  return payload.head.tags ?? usualTags(payload, shared);
}

/** The tags of a page without those of the site's `head` functions. */
export function usualTags(
  { head, kind, lang }: Pick<Payload, "head" | "kind" | "lang">,
  shared: Pick<Shared, "site">,
): PageTag[] {
  return [
    ...metas("name", { description: head.description, robots: head.robots }),
    ...links({ canonical: head.canonical, prev: head.prev, next: head.next }),
    ...head.alternates.map((version) => tag("link", { rel: "alternate", ...version })),
    ...(kind === "page" ? openGraph(head, lang, shared) : []),
    ...head.jsonLd.map((thing) =>
      Object.assign(tag("script", { type: "application/ld+json" }), { text: JSON.stringify(thing) }),
    ),
  ];
}

function openGraph(head: HeadData, lang: string, shared: Pick<Shared, "site">): PageTag[] {
  const { og } = head;
  const { languages, companyName } = shared.site;
  const size = (pixels: number) => (og.image && pixels > 0 ? String(pixels) : "");
  return [
    ...metas("property", {
      "og:title": head.title,
      "og:description": head.description,
      "og:type": og.type,
      "og:url": head.canonical,
      "og:site_name": companyName,
      "og:locale": openGraphLocale(languageOf(languages, lang)),
    }),
    ...otherLocales(head, languages, lang).flatMap((locale) => metas("property", { "og:locale:alternate": locale })),
    ...metas("property", {
      "og:image": og.image,
      "og:image:width": size(og.imageWidth),
      "og:image:height": size(og.imageHeight),
      "og:image:alt": og.image ? og.imageAlt : "",
    }),
    ...metas("name", { "twitter:card": og.image ? "summary_large_image" : "summary" }),
  ];
}

function metas(key: "name" | "property", values: Record<string, string>): PageTag[] {
  return filled(values).map(([name, content]) => tag("meta", { [key]: name, content }));
}

function links(values: Record<string, string>): PageTag[] {
  return filled(values).map(([rel, href]) => tag("link", { rel, href }));
}

function filled(values: Record<string, string>): [string, string][] {
  return Object.entries(values).filter(([, value]) => value !== "");
}

function tag(name: PageTag["tag"], attributes: Record<string, string>): PageTag {
  return { tag: name, attributes };
}

/** In og:locale's format: `en-GB` -> `en_GB`. */
export function openGraphLocale({ formats }: Pick<Language, "formats">): string {
  return formats.replaceAll("-", "_");
}

/** og:locale values of the page's other languages. */
export function otherLocales(
  { alternates }: Pick<HeadData, "alternates">,
  languages: Languages,
  lang: string,
): string[] {
  const listed = new Set(alternates.map(({ hreflang }) => hreflang));
  return languages.filter(({ code, locale }) => code !== lang && listed.has(locale)).map(openGraphLocale);
}
