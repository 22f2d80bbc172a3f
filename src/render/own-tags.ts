import { createHash } from "node:crypto";
import type { HeadTag } from "../site/definition.ts";
import { escapeHtml } from "./escape.ts";

/** One tag of the site's own. A script's text stands as it is, but for what would end it. */
export function renderTag({ tag, attributes = {}, text }: HeadTag): string {
  const pairs = Object.entries(attributes).map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`,
  );
  return `<${tag}${pairs.join("")}>${tag === "script" ? `${scriptText(text)}</script>` : ""}`;
}

/** What the security policy must allow for the inline scripts among the tags: `'sha256-…'` each. */
export function tagHashes(tags: readonly HeadTag[]): string[] {
  return tags
    .filter(({ tag, text }) => tag === "script" && text)
    .map(({ text }) => `'sha256-${createHash("sha256").update(scriptText(text)).digest("base64")}'`);
}

function scriptText(text = ""): string {
  return text.replace(/<\/(?=script)/gi, "<\\/");
}
