import { createHash } from "node:crypto";
import type { HeadTag } from "../site/definition.ts";
import type { EnvironmentTags } from "../site/tags.ts";
import { renderAttributes } from "./document-additions.ts";

/**
 * The site's tags, one per line. Those that wait for consent are in a template for their category, whose content a
 * browser neither loads nor runs (src/client/consent/gated-tags.ts moves them to the head).
 */
export function renderTags({ tags, gated }: EnvironmentTags): string[] {
  const groups = gated.map(
    ({ category, tags: waiting }) =>
      `<template data-consent-category="${category}">${waiting.map(renderTag).join("")}</template>`,
  );
  return [...tags.map(renderTag), ...groups];
}

/** One of the site's own tags. In a script's text only what would end the element is escaped. */
export function renderTag({ tag, attributes = {}, text }: HeadTag): string {
  return `<${tag}${renderAttributes(attributes)}>${tag === "script" ? `${scriptText(text)}</script>` : ""}`;
}

/** `'sha256-…'` sources for the security policy, one per inline script. */
export function tagHashes(tags: readonly HeadTag[]): string[] {
  return tags
    .filter(({ tag, text }) => tag === "script" && text)
    .map(({ text }) => `'sha256-${createHash("sha256").update(scriptText(text)).digest("base64")}'`);
}

/** Origins for the security policy of the files that the tags load, by directive. */
export function tagSources(tags: readonly HeadTag[]): Record<string, string[]> {
  const sources: Record<string, string[]> = {};
  for (const { tag, attributes: { src, href, rel } = {} } of tags) {
    const [directive, address] = tag === "script" ? ["script-src", src] : ["style-src", rel === "stylesheet" && href];
    if (tag === "meta" || typeof address !== "string" || !URL.canParse(address)) continue;
    sources[directive] = [...(sources[directive] ?? []), new URL(address).origin];
  }
  return sources;
}

function scriptText(text = ""): string {
  return text.replace(/<\/(?=script)/gi, "<\\/");
}
