import { languageHere } from "../../content/rules/paths.ts";
import type { Lang } from "../../site/api/model.ts";
import type { Languages } from "../../site/languages.ts";
import { isFile, sitePath } from "../page/site-path.ts";

/** How a click on a link is handled; `native` by the browser. */
export type LinkIntent = "native" | "top" | "query" | "page";

export interface LinkAttributes {
  url: URL;
  /** Attributes that make the browser handle the link. */
  target: string;
  download: boolean;
  languageSwitch: boolean;
}

export interface CurrentLocation {
  url: URL;
  base: string;
  lang: Lang;
  languages: Languages;
}

/**
 * The browser handles other sites, files, downloads, new tabs and other languages (which have another shared state),
 * and also hashes on this page, so that scroll margin and history are right.
 */
export function linkIntent(link: LinkAttributes, here: CurrentLocation): LinkIntent {
  if (link.languageSwitch || !opensHere(link)) return "native";
  // No script can go to a text on the page, as `#:~:text=` asks for.
  if (link.url.origin !== here.url.origin || link.url.hash.includes(":~:")) return "native";
  const path = sitePath(link.url.pathname, here.base);
  if (path === null || isFile(link.url.pathname) || languageHere(path, here.languages, here.lang) !== here.lang)
    return "native";
  if (path !== sitePath(here.url.pathname, here.base)) return "page";
  if (link.url.hash !== "") return link.url.search === here.url.search ? "native" : "query";
  return link.url.search === here.url.search ? "top" : "query";
}

/** Whether the browser would show the target in this tab. */
export function opensHere({ target, download }: LinkAttributes): boolean {
  return !download && (target === "" || target === "_self");
}

/** The attributes of an anchor; null if it has no URL. */
export function linkAttributes(anchor: HTMLAnchorElement): LinkAttributes | null {
  const href = anchor.getAttribute("href");
  if (href === null || !/^https?:$/.test(anchor.protocol)) return null;
  return {
    url: new URL(anchor.href),
    target: anchor.target,
    download: anchor.hasAttribute("download"),
    languageSwitch: "languageSwitch" in anchor.dataset,
  };
}

/** A click for this tab that no other handler has handled. */
export function isPlainClick(event: MouseEvent): boolean {
  const isOther = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return !(isOther || event.defaultPrevented);
}
