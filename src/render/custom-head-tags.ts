import type { HeadTag } from "../site/definition.ts";
import type { EnvironmentTags } from "../site/tags.ts";
import { renderAttributes } from "./document-additions.ts";
import { fileSource } from "./hosts/csp.ts";
import { hashSource } from "./script-hashes.ts";

/**
 * The site's tags, one per line. Those that wait for consent are in a template for their category, whose content a
 * browser neither loads nor runs (src/parts/consent/gated-tags.ts moves them to the head).
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
  return typeof value === "string" && /^https?:/i.test(value) && URL.canParse(value) ? [value] : [];
}

function scriptText(text = ""): string {
  return text.replace(/<\/(?=script)/gi, "<\\/");
}
