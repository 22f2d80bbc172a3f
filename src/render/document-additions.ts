import { renderToStaticMarkup } from "react-dom/server";
import type { DocumentAdditions } from "../site/definition.ts";
import { escapeHtml } from "./escape.ts";

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
