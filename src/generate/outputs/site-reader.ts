/** The reader that outputs get, which records what they read. */

import { UNKNOWN_ENTRY } from "../../content/map/site.ts";
import type { HeadOf, SitePages } from "../../content/page/site-pages.ts";
import { createReader } from "../../content/page/site-reader.ts";
import { nothingResolved } from "../../content/resolve/context.ts";
import { blockReader } from "../../content/resolve/story-blocks.ts";
import { reportUnknown } from "../../content/rules/known-name.ts";
import { absoluteHref } from "../../content/rules/paths.ts";
import type { OutputDependency } from "../../incremental/page-record.ts";
import { recordDependencies } from "../../incremental/record-dependencies.ts";
import type { Problem } from "../../problems/problem.ts";
import type { Lang } from "../../site/api/model.ts";
import type { Part, RouteQuery } from "../../site/api/page-info.ts";
import type { Payload } from "../../site/api/payload.ts";
import type { ContentReader } from "../../site/api/reader.ts";
import { forLanguage } from "../../site/by-language.ts";
import { languageOf } from "../../site/languages.ts";
import type { EarlierFile, PageContent, SitemapEntry, SiteReader } from "../../site/outputs.ts";
import { compareText } from "../../util/compare-text.ts";
import { once } from "../../util/once.ts";
import type { RenderContext } from "../render-context.ts";

/** The files of rendered pages, by site path; null if there is no such page. */
export interface PageTexts {
  payload(path: string): string | null;
  html(path: string): Buffer | null;
  hash(path: string): string | null;
}

/** What sitemaps list of the domain that a language is on. */
export interface SitemapPages {
  total(lang: Lang): number;
  ofStories(lang: Lang, part: Part): readonly SitemapEntry[];
  /** All others. Throws ROUTE_INVALID if the definition's function fails. */
  added(lang: Lang, part: Part): readonly SitemapEntry[];
}

export interface SiteReaderInput {
  context: Pick<RenderContext, "sources" | "settings" | "definition" | "site" | "catalogue" | "shared">;
  pages: SitePages;
  /** Absent while it is made. */
  sitemap?: SitemapPages;
  /** Absent while pages are not rendered yet. */
  texts?: PageTexts;
  /** The outputs whose files may be read. */
  earlier?: { names: readonly string[]; filesOf(output: string, key: string): readonly EarlierFile[] };
  record?(lang: Lang, dependency: string): void;
  onProblem(problem: Problem): void;
}

export function createSiteReader(lang: Lang, input: SiteReaderInput): SiteReader {
  const { context, pages, texts, earlier, record = () => undefined } = input;
  const { settings, definition, site } = context;
  const language = languageOf(definition.languages, lang);
  const note = (kind: OutputDependency, subject: string) => record(language.code, `${kind}:${subject}`);
  // The reader needs a story, for the language of its links and the name in its problems.
  const home = { ...UNKNOWN_ENTRY, lang: language.code, path: language.home };
  const whole = createReader(home, { ...context.sources, onProblem: input.onProblem });
  const asked = recordDependencies(whole, (dependency) => record(language.code, dependency));
  const { pageTypes, crops } = definition;
  const reader = blockReader(asked, { catalogue: context.catalogue, pageTypes, crops, ...nothingResolved() });
  const made = () => {
    if (input.sitemap) return input.sitemap;
    throw new Error("The sitemap is not known yet: `reader.sitemap` is for outputs.");
  };
  return Object.assign(withoutPage(reader), {
    site: { companyName: settings.companyName, origin: language.origin || settings.origin },
    outputs: earlier?.names ?? [],
    in(other) {
      const codes = definition.languages.map(({ code }) => code);
      if (!codes.includes(other)) throw new Error(`There is no language "${other}"; the site has ${codes.join(", ")}.`);
      return createSiteReader(other, input);
    },
    absolute: (path) => absoluteHref(settings, path),
    routes(query: RouteQuery = {}) {
      const { onProblem } = input;
      reportUnknown("page type", query.type ?? "", { known: Object.keys(definition.pageTypes), onProblem });
      note("routes", JSON.stringify(query));
      return pages(language.code, query);
    },
    page(path) {
      if (!texts) throw new Error("Pages are not rendered yet: `reader.page` is for outputs.");
      note("page", path);
      return site.paths.has(path) ? contentOf(path, texts) : null;
    },
    sitemap(part = { index: 0, of: 1 }) {
      note("sitemap", JSON.stringify([part.index, part.of]));
      note("added", JSON.stringify([part.index, part.of]));
      const { ofStories, added } = made();
      const entries = [...ofStories(language.code, part), ...added(language.code, part)];
      return entries.sort((a, b) => compareText(a.path, b.path));
    },
    sitemapTotal() {
      note("sitemapTotal", "");
      return made().total(language.code);
    },
    word(name) {
      record(language.code, `word:word ${name}`);
      return forLanguage(context.shared, language.code).words[name] ?? "";
    },
    output(name, key) {
      if (!earlier?.names.includes(name)) throw new Error(`There is no output "${name}" before this one in "outputs".`);
      note("output", `${name} ${key}`);
      return earlier.filesOf(name, key);
    },
  } satisfies Partial<SiteReader>);
}

/** Methods that need a page. */
const OF_PAGES = ["self", "listingHref", "nameAt", "homeImage", "content", "entry", "componentOf"];

function withoutPage(reader: ContentReader): Omit<ContentReader, "self" | "listingHref"> {
  return Object.fromEntries(Object.entries(reader).filter(([name]) => !OF_PAGES.includes(name))) as typeof reader;
}

/** Titles of pages without a story, from their payloads. */
export function headsOf(texts: PageTexts, { environment }: Pick<RenderContext["settings"], "environment">): HeadOf {
  return (path) => {
    const json = texts.payload(path);
    if (json === null) return null;
    const { head, crumbs } = JSON.parse(json) as Payload; // written by this build or the last one
    const title = crumbs.at(-1)?.title ?? head.title;
    return { title, description: head.description, indexed: head.robots === "" || environment !== "production" };
  };
}

/** Files are read on first use. */
function contentOf(path: string, texts: PageTexts): PageContent | null {
  const hash = texts.hash(path);
  if (hash === null) return null;
  const payload = once(() => JSON.parse(texts.payload(path) ?? "{}") as Payload); // written by this build or the last one
  return {
    path,
    hash,
    get html() {
      return mainOf(texts.html(path) ?? Buffer.of());
    },
    get lang() {
      return payload().lang;
    },
    get head() {
      return payload().head;
    },
    get crumbs() {
      return payload().crumbs;
    },
    get listing() {
      return payload().listing;
    },
    get page() {
      return payload().page;
    },
  };
}

/** The content of the page's main element, as a text of its own: a slice of the page's is read more slowly. */
function mainOf(html: Buffer): string {
  const start = html.indexOf(">", html.indexOf("<main")) + 1;
  return html.toString("utf8", start, html.lastIndexOf("</main>"));
}
