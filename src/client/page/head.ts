import type { HeadData, Payload, Shared } from "../../content/payload.ts";
import { openGraphLocale, otherLocales } from "../../content/rules/locales.ts";
import { languageOf } from "../../site/languages.ts";

/** What belongs to one page of the head; everything else stays. */
const OF_THE_PAGE = [
  'meta[name="description"]',
  'meta[name="robots"]',
  'meta[name="twitter:card"]',
  'meta[property^="og:"]',
  'link[rel="canonical"]',
  'link[rel="prev"]',
  'link[rel="next"]',
  'link[rel="alternate"][hreflang]',
  'script[type="application/ld+json"]',
].join(",");

/** Makes the head that of the payload, tag for tag what src/render/head.ts writes (a test holds both together). */
export function updateHead(payload: Payload, shared: Shared): void {
  const { head } = payload;
  document.documentElement.lang = languageOf(shared.site.languages, payload.lang).locale;
  document.title = head.title;
  for (const old of document.head.querySelectorAll(OF_THE_PAGE)) old.remove();
  document.head.append(
    ...metas({ description: head.description, robots: head.robots }),
    ...links(head),
    ...(payload.kind === "page" ? openGraph(payload, shared) : []),
    ...head.jsonLd.map(jsonLd),
  );
}

function metas(values: Record<string, string>): HTMLMetaElement[] {
  return Object.entries(values)
    .filter(([, content]) => content !== "")
    .map(([name, content]) => {
      const meta = document.createElement("meta");
      meta.setAttribute(name.startsWith("og:") ? "property" : "name", name);
      meta.content = content;
      return meta;
    });
}

function links({ canonical, prev, next, alternates }: HeadData): HTMLLinkElement[] {
  const own = Object.entries({ canonical, prev, next })
    .filter(([, href]) => href !== "")
    .map(([rel, href]) => Object.assign(document.createElement("link"), { rel, href }));
  const others = alternates.map((alternate) =>
    Object.assign(document.createElement("link"), { rel: "alternate", ...alternate }),
  );
  return [...own, ...others];
}

function openGraph({ head, lang }: Payload, shared: Shared): HTMLMetaElement[] {
  const own = languageOf(shared.site.languages, lang);
  const { og } = head;
  const size = (value: number) => (og.image && value > 0 ? String(value) : "");
  const properties = {
    "og:title": head.title,
    "og:description": head.description,
    "og:type": og.type,
    "og:url": head.canonical,
    "og:site_name": shared.site.companyName,
    "og:locale": openGraphLocale(own),
    "og:image": og.image,
    "og:image:width": size(og.imageWidth),
    "og:image:height": size(og.imageHeight),
    "og:image:alt": og.image ? og.imageAlt : "",
    "twitter:card": og.image ? "summary_large_image" : "summary",
  };
  const others = otherLocales(head, shared.site.languages, lang);
  return [...metas(properties), ...others.flatMap((locale) => metas({ "og:locale:alternate": locale }))];
}

/** A data block: the browser never runs it. */
function jsonLd(thing: Record<string, unknown>): HTMLScriptElement {
  const script = document.createElement("script");
  script.type = "application/ld+json";
  script.textContent = JSON.stringify(thing);
  return script;
}
