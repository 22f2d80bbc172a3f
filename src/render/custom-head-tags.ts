import { renderToStaticMarkup } from "react-dom/server";
import type { DocumentAdditions, HeadTag } from "../site/definition.ts";
import type { EnvironmentTags } from "../site/tags.ts";
import { isUrl } from "../util/is-url.ts";
import { escapeHtml } from "./escape.ts";
import { fileSource } from "./hosts/headers.ts";
import { hashSource } from "./script-hashes.ts";

/**
 * The site's tags, one per line. Those that wait for consent are in a template for their category, whose content a
 * browser neither loads nor runs (src/parts/consent/start.ts moves them to the head).
 */
export function renderTags({ tags, gated }: EnvironmentTags): string[] {
  const groups = gated.map(
    ({ category, tags: waiting }) =>
      `<template data-consent-category="${category}">${waiting.map(renderTag).join("")}</template>`,
  );
  return [...tags.map(renderTag), ...groups];
}

/** In a script's text only what would end the element is escaped. */
export function renderTag({ tag, attributes = {}, text }: HeadTag): string {
  return `<${tag}${renderAttributes(attributes)}>${tag === "script" ? `${scriptText(text)}</script>` : ""}`;
}

/** `'sha256-…'` sources for the security policy, one per inline script. */
export function tagHashes(tags: readonly HeadTag[]): string[] {
  return tags.filter(({ tag, text }) => tag === "script" && text).map(({ text }) => hashSource(scriptText(text)));
}

/**
 * Sources for the security policy, by directive, of what the tags load from other hosts: a script's own URL, so that no
 * other script of its host may run, and a stylesheet's origin, from which it may import others.
 */
export function tagSources(tags: readonly HeadTag[]): Record<string, string[]> {
  const scripts = tags.flatMap(({ tag, attributes }) => (tag === "script" ? webUrl(attributes?.src) : []));
  const sheets = tags.flatMap(({ tag, attributes }) =>
    tag === "link" && attributes?.rel === "stylesheet" ? webUrl(attributes.href) : [],
  );
  return { "script-src": scripts.map(fileSource), "style-src": sheets.map((url) => new URL(url).origin) };
}

function webUrl(value: unknown): string[] {
  return typeof value === "string" && /^https?:/i.test(value) && isUrl(value) ? [value] : [];
}

function scriptText(text = ""): string {
  return text.replace(/<\/(?=script)/gi, "<\\/");
}

/** Attributes of `<html>` that sitegen sets itself, in the document or at run time. */
const RESERVED = /^(?:lang|data-(?:at-top|app|shared|words|chunks|status|error|static|preview|consent))$/i;
const NAME = /^[a-zA-Z][\w:-]*$/;

/** A site's additions to a document, as markup. Throws if one would break the page or never run. */
export function renderAdditions(additions: DocumentAdditions): {
  html: string;
  body: string;
  start: string;
  end: string;
} {
  const { html = {}, body = {}, bodyStart = null, bodyEnd = null } = additions;
  for (const name of Object.keys(html)) {
    if (RESERVED.test(name))
      throw new Error(`layout.Document sets the attribute "${name}" of <html>, which sitegen sets.`);
  }
  for (const name of [...Object.keys(html), ...Object.keys(body)]) {
    if (!NAME.test(name))
      throw new Error(`layout.Document sets the attribute "${name}", which is no name of an attribute.`);
  }
  const markup = (key: string, node: DocumentAdditions["bodyStart"]) => {
    if (node === null) return "";
    const text = renderToStaticMarkup(node);
    if (/<script(?![^>]*\ssrc=)/i.test(text))
      throw new Error(
        `layout.Document has an inline script in ${key}; the security policy allows those in \`head\` alone.`,
      );
    return text === "" ? "" : `${text}\n`;
  };
  return {
    html: renderAttributes(html),
    body: renderAttributes(body),
    start: markup("bodyStart", bodyStart),
    end: markup("bodyEnd", bodyEnd),
  };
}

/** Each with a leading space; `true` for an attribute without a value. */
export function renderAttributes(attributes: Readonly<Record<string, string | true>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`))
    .join("");
}
