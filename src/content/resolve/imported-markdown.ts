/** Markdown that code imports, resolved as a Markdown field is, without a page around it. */

import type { FileData, ImageData, RichTextNode } from "../../site/api/payload.ts";
import type { BlockReader } from "../../site/api/reader.ts";
import { createCatalogue } from "../../site/blocks/catalogue.ts";
import { isRecord, stringOf } from "../../site/blocks/field-values.ts";
import { resolveLanguages } from "../../site/resolve-languages.ts";
import { ENGINE_LANGUAGE } from "../../site/words.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import { nothingResolved } from "./context.ts";
import { markdownNodes } from "./markdown.ts";
import { resolveRichText } from "./rich-text.ts";

/** Throws for a text that is too long or too deep. */
export function importedMarkdown(source: string, base: string) {
  const { doc, exceedsLimits } = markdownNodes(source);
  if (exceedsLimits) throw new Error("The text is too long for one Markdown text, or parts of it are.");
  return {
    /** Addresses of its pictures, as written. */
    pictureAddresses: [...new Set(pictures(doc))],
    /** `file` gives null for a link that leads to no file. */
    resolved(files: {
      image(address: string): ImageData;
      file(address: string): FileData | null;
    }): RichTextNode | null {
      const isFile = new Map<string, boolean>();
      const raw = withFileLinks(doc, (href) => getOrInsert(isFile, href, () => files.file(href) !== null));
      const reader = {
        lang: ENGINE_LANGUAGE,
        base,
        languages: resolveLanguages([{ code: ENGINE_LANGUAGE }]),
        isLive: () => false,
        image(node: unknown) {
          const { filename, alt, title } = isRecord(node) ? node : {};
          return { ...files.image(stringOf(filename)), alt: stringOf(alt), title: stringOf(title) };
        },
        file: (node: unknown) => files.file(isRecord(node) ? stringOf(node.filename) : ""),
      };
      const catalogue = createCatalogue({ schemas: [], data: {}, platformName: "" });
      const none = { pageTypes: {}, crops: {}, ...nothingResolved() };
      // Markdown needs no other method of the reader.
      return resolveRichText(
        raw,
        { catalogue, reader: reader as Partial<BlockReader> as BlockReader, ...none },
        "",
        () => [],
      );
    },
  };
}

function* pictures(node: unknown): Iterable<string> {
  if (!isRecord(node)) return;
  if (node.type === "image" && isRecord(node.attrs)) yield stringOf(node.attrs.src);
  for (const child of Array.isArray(node.content) ? node.content : []) yield* pictures(child);
}

/** Links to files are links to assets. */
function withFileLinks(node: unknown, isFile: (href: string) => boolean): unknown {
  if (Array.isArray(node)) return node.map((one) => withFileLinks(one, isFile));
  if (!isRecord(node)) return node;
  if (node.type === "link" && isRecord(node.attrs) && isFile(stringOf(node.attrs.href)))
    return { ...node, attrs: { ...node.attrs, linktype: "asset" } };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withFileLinks(value, isFile)]));
}
