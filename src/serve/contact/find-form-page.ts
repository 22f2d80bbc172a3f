import { openFile } from "../open-file.ts";
import { encodeLocation, parseRequestPath } from "../request-path.ts";

/** The published page with the form. */
export interface FormPage {
  /** Its URL without the origin, for a Location header. */
  address: string;
  /** `lang` of its document; "" if unknown. */
  lang: string;
  /** The stylesheet links of its head. */
  styles: string;
}

/** Finds the page by the path in the form; an invalid path gives the home page. */
export async function findFormPage(named: string, { out, base }: { out: string; base: string }): Promise<FormPage> {
  const target = named.startsWith("//") ? null : parseRequestPath(named, base);
  const path = target?.path.endsWith("/") ? target.path : "/";
  const html = await readPage(out, path);
  return {
    address: encodeLocation(path, base),
    lang: /<html[^>]*? lang="([^"]*)"/.exec(html)?.[1] ?? "",
    styles: (html.match(/<link\b[^>]*>/g) ?? []).filter((link) => link.includes('rel="stylesheet"')).join("\n"),
  };
}

async function readPage(out: string, path: string): Promise<string> {
  const file = await openFile(out, `${path.slice(1)}index.html`);
  if (!file) return "";
  try {
    return await file.text();
  } finally {
    await file.close();
  }
}
