import type { LinkData } from "../../site/api/payload.ts";
import type { BlockReader, ContentReader, LinkTarget } from "../../site/api/reader.ts";
import { isRecord, stringOf } from "../../site/blocks/field-values.ts";
import { languageOf } from "../../site/languages.ts";
import { cutText } from "../rules/cut-text.ts";
import { decodeUriPart } from "../rules/decode.ts";
import { completeUrl, isExternal, safeUrl, siteHref, storyHref } from "../rules/links.ts";
import { withBase } from "../rules/paths.ts";
import { makePageType } from "./context.ts";

const CONTACT_OVERLAY = "#contact-overlay";

/**
 * Resolves a multilink field (specification §3, §5). Null for empty and broken links; the latter are reported. A text is
 * an address that was typed before the field became a link.
 */
export function resolveLink(raw: unknown, reader: BlockReader, path: string): LinkData | null {
  if (typeof raw === "string") return typedLink(raw, "", reader, path);
  if (!isRecord(raw)) return null;
  const link = targetOf(raw, reader, path);
  const { id, title, ...custom } = raw; // the story's uuid, and a part of its address
  return link && { ...link, ...linkAttributes({ ...link.attributes, ...custom }) };
}

/**
 * Attributes that change neither where a link leads nor what runs. Of those that the app acts on, one sends the page's query
 * along, which may be a preview's token. An animation is none on a link (src/parts/lottie/effect.ts).
 */
const LINK_ATTRIBUTE =
  /^(title|rel|hreflang|lang|dir|id|class|aria-[a-z][a-z\d-]*|data-(?!(language-switch|block|late)$)[a-z][a-z\d-]*)$/;
const REACT_NAMES: Readonly<Record<string, string>> = { class: "className", hreflang: "hrefLang" };

/** A link with a new tab gets it anyway. */
const withoutNoopener = (rel: string) => rel.replace(/\bnoopener\b\s*/g, "").trim();

/** Those that an editor added to a link. */
export function linkAttributes(custom: unknown): { attributes?: Record<string, string> } {
  const found = Object.entries(isRecord(custom) ? custom : {}).flatMap(([name, value]) => {
    const text = name === "rel" ? withoutNoopener(stringOf(value)) : stringOf(value);
    return LINK_ATTRIBUTE.test(name) && text !== "" ? [[REACT_NAMES[name] ?? name, text] as const] : [];
  });
  return found.length > 0 ? { attributes: Object.fromEntries(found) } : {};
}

function targetOf(raw: Record<string, unknown>, reader: BlockReader, path: string): LinkData | null {
  const target = raw.target === "_blank" ? "_blank" : "";
  switch (raw.linktype) {
    case "email":
      return emailLink(stringOf(raw.email) || stringOf(raw.url), target);
    case "asset":
      return assetLink(stringOf(raw.url) || stringOf(raw.cached_url), target, reader);
    case "url":
      return typedLink(stringOf(raw.url) || stringOf(raw.cached_url) || stringOf(raw.href), target, reader, path);
    default:
      return storyLink(raw, target, reader, path);
  }
}

function emailLink(address: string, target: LinkData["target"]): LinkData | null {
  const bare = address.replace(/^mailto:/i, "").trim();
  return bare === "" ? null : { href: `mailto:${bare}`, kind: "email", target, name: "" };
}

function assetLink(url: string, target: LinkData["target"], reader: ContentReader): LinkData | null {
  const file = reader.file({ filename: url });
  if (file) return { href: file.src, kind: "asset", target, name: file.name };
  // The file could not be downloaded, which is reported: visitors may still reach it.
  return isExternal(url) ? urlLink(url, target, reader) : null;
}

/** `urlLink` for what an editor typed: one that is not shown as a link is reported. */
export function typedLink(
  url: string,
  target: LinkData["target"],
  reader: ContentReader,
  path: string,
): LinkData | null {
  if (url.trim() !== "" && safeUrl(url) === "") {
    reader.problem({
      severity: "warning",
      code: "CONTENT_BROKEN_LINK",
      message: `Pages have no links to addresses of this kind (${cutText(url, 60)}); its text is shown alone.`,
      path,
      hint: "Write an address that begins with https:, mailto: or tel:, or a path of the site.",
    });
  }
  return urlLink(url, target, reader);
}

/** A typed URL. Site paths get the base path; unsafe URLs give null. */
export function urlLink(url: string, target: LinkData["target"], reader: ContentReader): LinkData | null {
  const href = completeUrl(safeUrl(url));
  if (href === "") return null;
  if (href.endsWith(CONTACT_OVERLAY)) return { href: CONTACT_OVERLAY, kind: "overlay", target: "", name: "" };
  if (/^mailto:/i.test(href)) return { href, kind: "email", target, name: "" };
  if (href.startsWith("/") && !isExternal(href))
    return { href: withBase(reader.base, siteHref(href, isPageOf(reader))), kind: "internal", target, name: "" };
  // A phone number is read from left to right in every language.
  if (/^tel:/i.test(href)) return { href, kind: "external", target, name: "", attributes: { dir: "ltr" } };
  return { href, kind: href.startsWith("#") ? "internal" : "external", target, name: "" };
}

/** Whether a typed path, which is encoded and without its domain's folder, is that of a page. */
function isPageOf(reader: ContentReader): (path: string) => boolean {
  const { folder } = languageOf(reader.languages, reader.lang);
  return (path) => reader.isLive(decodeUriPart(folder === "" ? path : `/${folder}${path}`));
}

function storyLink(
  raw: Record<string, unknown>,
  target: LinkData["target"],
  reader: BlockReader,
  path: string,
): LinkData | null {
  const uuid = stringOf(raw.id) || stringOf(raw.uuid);
  const cached = stringOf(raw.cached_url) || stringOf(raw.url);
  if (uuid === "" && cached === "") return null;
  const parts = { anchor: stringOf(raw.anchor), title: stringOf(raw.title), cat: stringOf(raw.cat) };
  const entry = uuid === "" ? undefined : (reader.story(uuid) ?? otherLanguage(uuid, reader, path));
  if (!entry && uuid !== "") {
    const component = reader.componentOf(uuid);
    const [why, remedy] =
      component === undefined
        ? ["that is not published", "publish that story"]
        : [`without a page, since its component "${component}" is no page type`, makePageType(component)];
    reader.problem({
      severity: "warning",
      code: "CONTENT_BROKEN_LINK",
      message: `The link leads to a story ${why} (${cached || uuid}).`,
      path,
      hint: `Choose another target or ${remedy}.`,
    });
    return null;
  }
  const sitePath = entry ? entry.path : reader.pathOf(safeUrl(`/${cached}`).replace(/^\/+/, ""));
  const href = storyHref(reader.href(sitePath), parts);
  return { href, kind: isExternal(href) ? "external" : "internal", target, name: entry?.name ?? "" };
}

function otherLanguage(uuid: string, reader: ContentReader, path: string): LinkTarget | undefined {
  const entry = reader.storyElsewhere(uuid);
  if (entry) {
    reader.problem({
      severity: "info",
      code: "CONTENT_LINK_OTHER_LANGUAGE",
      message: `The link leads to ${entry.path}, which exists in another language only.`,
      path,
      hint: "Translate the target or choose another one for this language.",
    });
  }
  return entry;
}
