import type { Lang } from "../../content/model.ts";
import { languageHere } from "../../content/rules/paths.ts";
import type { Languages } from "../../site/languages.ts";
import { isFile, sitePath } from "../page/site-path.ts";

/** What a click on a link means. `native`: the browser does it. */
export type LinkIntent = "native" | "top" | "query" | "page";

export interface LinkAttributes {
  url: URL;
  /** The link's attributes that take it out of the app's hands. */
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
 * Other sites, files, downloads, new tabs and the other language (which has another shared state) are the browser's,
 * and so is a hash on this page: the browser scrolls to it with its scroll margin and keeps the history right.
 */
export function linkIntent(link: LinkAttributes, here: CurrentLocation): LinkIntent {
  if (link.languageSwitch || link.download || (link.target !== "" && link.target !== "_self")) return "native";
  if (link.url.origin !== here.url.origin) return "native";
  const path = sitePath(link.url.pathname, here.base);
  if (path === null || isFile(link.url.pathname) || languageHere(path, here.languages, here.lang) !== here.lang)
    return "native";
  if (path !== sitePath(here.url.pathname, here.base)) return "page";
  if (link.url.hash !== "") return link.url.search === here.url.search ? "native" : "query";
  return link.url.search === here.url.search ? "top" : "query";
}

/** The attributes of an anchor, or null for one without an address. */
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

/** A click that is meant for this tab and that no other handler has answered yet. */
export function isPlainClick(event: MouseEvent): boolean {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return !defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
