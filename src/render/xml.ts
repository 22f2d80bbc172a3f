import { escapeHtml } from "./escape.ts";

/** Most text of a sitemap matches; other text is escaped character by character. */
const PLAIN = /^[\w\-./: ]*$/;

/** Escapes text for XML content and attributes. Characters that XML 1.0 forbids are dropped. */
export function escapeXml(text: string): string {
  if (PLAIN.test(text)) return text;
  return escapeHtml(text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ""));
}

export function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
