/** A Markdown file that a site's code imports, as the kit's `RichText` takes it. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import { type SiteFile, siteFile, sitePicture } from "../assets/site-file.ts";
import type { FileData, ImageData, RichTextNode } from "../content/payload.ts";
import { importedMarkdown } from "../content/resolve/imported-markdown.ts";

/**
 * Pictures and links of the text that are relative (`./plan.png`) are files beside it. Throws if one of them does not
 * exist, and for a text that is too long or too deep for a Markdown field.
 */
export async function markdownDocument(
  path: string,
  base: string,
): Promise<{ doc: RichTextNode | null; files: SiteFile[] }> {
  const files: SiteFile[] = [];
  const pictures = new Map<string, ImageData>();
  const text = readFileSync(path, "utf8");
  const { pictureAddresses, resolved } = importedMarkdown(text, base);
  const fileOf = (address: string) => {
    const file = resolve(dirname(path), decodeURI(address));
    if (existsSync(file) && statSync(file).isFile()) return file;
    const line = text.slice(0, text.indexOf(address)).split("\n").length;
    throw new Error(`Line ${line} names ${address}, and there is no such file.`);
  };
  for (const address of pictureAddresses) {
    if (!isRelative(address)) continue;
    const source = fileOf(address);
    if (extname(source).toLowerCase() === ".svg") {
      const file = siteFile(source);
      files.push(file);
      pictures.set(address, { ...NO_SIZE, src: base + file.path });
      continue;
    }
    const { file, image } = await sitePicture(source, base);
    files.push(file);
    pictures.set(address, image);
  }
  const doc = resolved({
    image: (address) => pictures.get(address) ?? { ...NO_SIZE, src: address },
    file(address): FileData | null {
      // A path without an extension is a page's.
      if (!isRelative(address) || extname(address) === "") return null;
      const file = siteFile(fileOf(address));
      files.push(file);
      return { src: base + file.path, name: address.split("/").at(-1) ?? "", title: "" };
    },
  });
  return { doc, files };
}

const NO_SIZE = { width: 0, height: 0, alt: "", title: "", copyright: "", focus: "", sources: [], widths: [] };

function isRelative(address: string): boolean {
  return /^\.{1,2}\//.test(address);
}
