/** `llms.txt`: what the site is, and where each of its pages is to be read. */

import type { PageInfo } from "../site/api/page-info.ts";
import { defineOutput, type OutputDefinition } from "../site/outputs.ts";
import { appendTo } from "../util/append-to.ts";
import { address, escaped } from "./to-markdown.ts";
import { unknownOptions } from "./unknown-options.ts";

export interface LlmsTxtOptions {
  /** Default: the company's name of the configuration. */
  readonly title?: string;
  /** Default: the description of the home page. */
  readonly description?: string;
  /** Which pages are listed. Default: all that search engines may index. */
  readonly pages?: (page: PageInfo) => boolean;
  /** Headings by page type. Default: one list. */
  readonly sections?: Readonly<Record<string, string>>;
}

/** Links to `index.md` where `markdownPages()` is earlier in the list, else to the pages. */
export function llmsTxt(options: LlmsTxtOptions = {}): OutputDefinition {
  const { pages = ({ indexed }) => indexed, sections = {} } = options;
  return defineOutput({
    name: "llms",
    faults: unknownOptions("llmsTxt", options, ["title", "description", "pages", "sections"]),
    pageTypes: Object.keys(sections),
    keys: () => [""],
    make(_, reader) {
      const file = reader.outputs.includes("markdown") ? "index.md" : "";
      const shown = reader.languages.map(({ code, name, home }): ShownLanguage => {
        const own = reader.in(code);
        const href = (path: string) => `${own.absolute(path)}${file}`;
        return { name: reader.languages.length > 1 ? name : "", home, pages: own.routes().filter(pages), href };
      });
      const [first] = shown;
      const home = first?.pages.find(({ path }) => path === first.home);
      const title = options.title || reader.site.companyName || home?.title || "";
      const description = options.description ?? home?.description ?? "";
      const summary = description === "" ? [] : ["", `> ${line(description)}`];
      const lines = [`# ${line(title)}`, ...summary, ...shown.flatMap((language) => listOf(language, sections))];
      return { path: "llms.txt", body: `${lines.join("\n")}\n` };
    },
  });
}

interface ShownLanguage {
  /** "" if there is only one. */
  name: string;
  home: string;
  pages: readonly PageInfo[];
  href(path: string): string;
}

function listOf({ name, pages, href }: ShownLanguage, sections: Readonly<Record<string, string>>): string[] {
  const groups = new Map<string, PageInfo[]>();
  for (const page of pages) appendTo(groups, sections[page.type] ?? "", page);
  return [...groups].flatMap(([heading, list]) => [
    "",
    `## ${[heading, name].filter(Boolean).join(" – ") || "Pages"}`,
    "",
    ...list.map(({ title, path, description }) => {
      const summary = description === "" ? "" : `: ${line(description)}`;
      return `- [${escaped(line(title))}](${address(href(path))})${summary}`;
    }),
  ]);
}

function line(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
