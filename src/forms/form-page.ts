import { isUrl } from "../util/is-url.ts";

/** A published page of the site: where a browser is led back to, and what an answer takes from it. */
export interface FormPage {
  /** Its URL without the origin, for a Location header. */
  href: string;
  /** `lang` and `dir` of its document, as written there. */
  attributes: string;
  /** The stylesheet links of its head. */
  styles: string;
  /** The site's words in its language. */
  words: Readonly<Record<string, string>>;
}

/** Text of a published file by its URL without the origin; null if there is none. */
export type ReadFile = (href: string) => Promise<string | null>;

/** A page's URL without the origin, from a path that a request names; null outside of the site. */
export function pageHref(named: string, base: string): string | null {
  if (!named.startsWith("/") || /^\/[/\\]|[\\\p{Cc}]|%(?:2f|5c|[01][\da-f])/iu.test(named)) return null;
  if (named.length > 2000 || !isUrl(named, "http://site")) return null;
  const { pathname, host } = new URL(named, "http://site");
  // `/x/..//host/` is a path here, and a host where its path is resolved again.
  const isPage = host === "site" && pathname.startsWith(base) && !pathname.startsWith("//") && pathname.endsWith("/");
  return isPage ? pathname : null;
}

/** Reads the page that a request names; any other path gives the home page. */
export async function readFormPage(named: string, { base, read }: { base: string; read: ReadFile }): Promise<FormPage> {
  const href = pageHref(named, base) ?? base;
  const html = (await read(href).catch(() => null)) ?? "";
  const attribute = (name: string) => new RegExp(`<html[^>]*? ${name}="([^"]*)"`).exec(html)?.[1] ?? "";
  return {
    href,
    attributes: ["lang", "dir"].map((name) => attribute(name) && ` ${name}="${attribute(name)}"`).join(""),
    styles: (html.match(/<link\b[^>]*>/g) ?? []).filter((link) => link.includes('rel="stylesheet"')).join("\n"),
    words: await readWords(attribute("data-words"), read),
  };
}

/** The file of words that every page names for its app. */
async function readWords(href: string, read: ReadFile): Promise<Record<string, string>> {
  const text = href.startsWith("/") && !href.startsWith("//") ? await read(href).catch(() => null) : null;
  try {
    const { words } = Object(JSON.parse(text ?? "null")) as { words?: unknown };
    const pairs = Object.entries(Object(words)).filter((pair): pair is [string, string] => typeof pair[1] === "string");
    return Object.fromEntries(pairs);
  } catch {
    return {};
  }
}
