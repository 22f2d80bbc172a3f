/** Each page as Markdown beside its HTML. */

import type { PageInfo } from "../site/api/page-info.ts";
import { defineOutput, type OutputDefinition } from "../site/outputs.ts";
import { isUrl } from "../util/is-url.ts";
import { htmlParser } from "./page-text.ts";
import { toMarkdown } from "./to-markdown.ts";
import { unknownOptions } from "./unknown-options.ts";

export interface MarkdownPagesOptions {
  /** Which pages have one. Default: all that search engines may index. */
  readonly pages?: (page: PageInfo) => boolean;
}

/** `index.md` beside each `index.html`, which names it. */
export function markdownPages(options: MarkdownPagesOptions = {}): OutputDefinition {
  const { pages = ({ indexed }) => indexed } = options;
  return defineOutput({
    name: "markdown",
    faults: unknownOptions("markdownPages", options, ["pages"]),
    keys: (reader) =>
      reader.languages.flatMap(({ code }) =>
        reader
          .in(code)
          .routes({ listings: true })
          .filter(pages)
          .map(({ path }) => `${code} ${path}`),
      ),
    async make(key, reader) {
      const [lang = "", path = ""] = key.split(/ (.*)/s);
      const own = reader.in(lang);
      const page = own.page(path);
      if (!page) return null;
      const { Parser } = await htmlParser();
      const here = own.absolute(path);
      const absolute = (href: string) => (isUrl(href, here) ? new URL(href, here).href : href);
      return { path: `${path}index.md`, lang, body: toMarkdown(page.html, { Parser, absolute }) };
    },
    head: (page) =>
      pages(page) ? { alternates: [{ type: "text/markdown", href: `${page.absolute(page.path)}index.md` }] } : {},
  });
}
