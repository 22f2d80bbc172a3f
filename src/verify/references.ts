import { decodeEntities } from "../content/rules/html-entities.ts";
import { fileOfReference } from "../publish/references.ts";

/** Attributes with a URL; those with several separate them by commas. */
const ATTRIBUTE = /\s(href|src|poster|data-app|data-shared|data-words|srcset|data-chunks)="(\/[^"]*)"/g;

/** Files below the site's base path that a page refers to, without duplicates. */
export function localReferences(html: Uint8Array, base: string): Set<string> {
  const found = new Set<string>();
  const note = (address: string) => {
    if (address.startsWith(base) && !address.startsWith("//")) {
      found.add(fileOfReference(decodeEntities(address.slice(base.length))));
    }
  };
  for (const [, name = "", value = ""] of Buffer.from(html).toString("utf8").matchAll(ATTRIBUTE)) {
    const several = name === "srcset" ? value.split(",") : name === "data-chunks" ? value.split(" ") : [value];
    for (const part of several) note(part.trim().split(" ")[0] ?? "");
  }
  return found;
}
