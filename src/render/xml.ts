import { escapeHtml } from "./escape.ts";

/** Most of what a sitemap holds; the rest is looked at character by character. */
const PLAIN = /^[\w\-./: ]*$/;

/** Text for XML content and attributes. Characters that XML 1.0 forbids are left out, whatever the content holds. */
export function escapeXml(text: string): string {
  if (PLAIN.test(text)) return text;
  return escapeHtml(text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ""));
}

export function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
