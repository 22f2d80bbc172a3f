import { openFile } from "../open-file.ts";
import { addressOf, parseRequestPath } from "../request-path.ts";

/** The published page that has a form. */
export interface FormPage {
  /** Its address without origin, for a Location header. */
  address: string;
  /** `lang` of its document; "" where it cannot be read. */
  lang: string;
  /** The stylesheet links of its head. */
  styles: string;
}

/** Finds the page by the path that the form named; what can be no page of the site becomes the home page. */
export async function findFormPage(named: string, { out, base }: { out: string; base: string }): Promise<FormPage> {
  const target = named.startsWith("//") ? null : parseRequestPath(named, base);
  const path = target?.path.endsWith("/") ? target.path : "/";
  const html = await readPage(out, path);
  return {
    address: addressOf(path, base),
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
