/** The reader that outputs of a site's own ask, with what they asked. */
import type { Lang, StoryEntry } from "../../content/model.ts";
import type { RouteQuery } from "../../content/page-info.ts";
import type { Payload } from "../../content/payload.ts";
import { absoluteHref } from "../../content/rules/paths.ts";
import type { HeadOf, SitePages } from "../../content/site-pages.ts";
import { createReader } from "../../content/site-reader.ts";
import type { OutputDependency } from "../../incremental/made-from.ts";
import { recordDependencies } from "../../incremental/record-dependencies.ts";
import type { Problem } from "../../problem.ts";
import { languageOf } from "../../site/languages.ts";
import type { MadeFile, PageContent, SiteReader } from "../../site/outputs.ts";
import type { RenderContext } from "../render-context.ts";

/** The files of rendered pages, by site path; null if there is no such page. */
export interface PageTexts {
  payload(path: string): string | null;
  html(path: string): string | null;
}

export interface SiteReaderInput {
  context: Pick<RenderContext, "sources" | "settings" | "definition" | "site">;
  pages: SitePages;
  /** Null while pages are not rendered yet. */
  texts: PageTexts | null;
  filesOf(output: string, key: string): readonly MadeFile[];
  record(lang: Lang, dependency: string): void;
  onProblem(problem: Problem): void;
}

export function createSiteReader(lang: Lang, input: SiteReaderInput): SiteReader {
  const { context, pages, texts, record } = input;
  const { settings, definition, site } = context;
  const language = languageOf(definition.languages, lang);
  const note = (kind: OutputDependency, subject: string) => record(language.code, `${kind}:${subject}`);
  const whole = createReader(noStory(language.code, language.home), {
    ...context.sources,
    onProblem: input.onProblem,
  });
  const asked = recordDependencies(whole, (dependency) => record(language.code, dependency));
  const { self: _, listingHref: __, nameAt: ___, homeImage: ____, ...reader } = asked;
  return {
    ...reader,
    in: (other) => createSiteReader(other, input),
    absolute: (path) => absoluteHref(settings, path),
    routes(query: RouteQuery = {}) {
      note("routes", JSON.stringify(query));
      return pages.list(language.code, query);
    },
    page(path) {
      if (!texts) throw new Error("Pages are not rendered yet: `reader.page` is for outputs.");
      note("page", path);
      return site.paths.has(path) ? contentOf(path, texts) : null;
    },
    output(name, key) {
      note("output", `${name} ${key}`);
      return input.filesOf(name, key);
    },
  };
}

/** Titles of pages without a story, from their payloads. */
export function headsOf(texts: PageTexts): HeadOf {
  return (path) => {
    const json = texts.payload(path);
    if (json === null) return null;
    const { head, crumbs } = JSON.parse(json) as Payload; // as above
    const title = crumbs.at(-1)?.title ?? head.title;
    return { title, description: head.description, indexed: head.robots === "" };
  };
}

/** An output is no page; links and problems of its reader need a language and a name. */
function noStory(lang: Lang, path: string): StoryEntry {
  const dates = { firstPublishedAt: null, publishedAt: null };
  return { id: 0, uuid: "", lang, component: "", name: "", slug: "", path, twins: {}, ...dates, ...EMPTY };
}

const EMPTY = { position: 0, fields: {}, words: 0 };

function contentOf(path: string, texts: PageTexts): PageContent | null {
  const [json, html] = [texts.payload(path), texts.html(path)];
  if (json === null || html === null) return null;
  const { lang, head, crumbs, listing, page } = JSON.parse(json) as Payload; // written by this build or the last one
  return { path, lang, head, crumbs, listing, page, html: mainOf(html) };
}

/** The content of the page's main element. */
function mainOf(html: string): string {
  const start = html.indexOf(">", html.indexOf("<main")) + 1;
  return html.slice(start, html.lastIndexOf("</main>"));
}
