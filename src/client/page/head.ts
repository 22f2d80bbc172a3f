import { pageTags } from "../../content/page/page-tags.ts";
import type { Payload, Shared } from "../../site/api/payload.ts";
import { languageOf } from "../../site/languages.ts";

/** The elements of the head that belong to one page; all others stay. */
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
  "[data-head]",
].join(",");

/** Updates the head for a payload. */
export function updateHead(payload: Payload, shared: Shared): void {
  document.documentElement.lang = payload.head.lang ?? languageOf(shared.site.languages, payload.lang).locale;
  document.title = payload.head.title;
  for (const old of document.head.querySelectorAll(OF_THE_PAGE)) old.remove();
  for (const { tag, attributes, text = "" } of pageTags(payload, shared)) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    document.head.append(element);
  }
}
