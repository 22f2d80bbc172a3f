/** The outputs that ask a reader, within a build: their pages, and how what they asked for is compared. */
import { isDeepStrictEqual } from "node:util";
import type { Route } from "../../content/map/site.ts";
import type { SitePages } from "../../content/page/site-pages.ts";
import { createSitePages, storyInfo } from "../../content/page/site-pages.ts";
import { partOf } from "../../content/rules/split-into-parts.ts";
import { valueHash } from "../../files/hash.ts";
import { codeVersion } from "../../incremental/build-inputs-hash.ts";
import { DEPENDENCY_KINDS, parseDependency } from "../../incremental/dependency-kinds.ts";
import { createFingerprints, type Fingerprints } from "../../incremental/fingerprints.ts";
import { isAmong, type MovedSubjects } from "../../incremental/moves.ts";
import type { PageGraph } from "../../incremental/page-graph.ts";
import { nextRun, outputDependency } from "../../incremental/page-record.ts";
import type { OutputTransaction } from "../../publish/output-transaction.ts";
import { pageFile, payloadFile } from "../../publish/page-files.ts";
import type { Lang } from "../../site/api/model.ts";
import type { RouteQuery } from "../../site/api/page-info.ts";
import { forLanguage } from "../../site/by-language.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import type { RenderContext } from "../render-context.ts";
import type { Moved } from "../what-moved.ts";
import { movesByLanguage } from "../what-moved.ts";
import type { Output } from "./output.ts";
import { createPathClaims } from "./output-places.ts";
import { askingOutputs, openKeptBytes } from "./site-outputs.ts";
import { headsOf, type PageTexts, type SitemapPages } from "./site-reader.ts";
import { createSitemapPages } from "./sitemap-pages.ts";

export interface ComparedOutputsInput {
  context: RenderContext;
  siteHash: string;
  graph: Pick<PageGraph, "made" | "get" | "inputs">;
  moved: Moved | null;
  output: Pick<OutputTransaction, "read" | "row" | "touched">;
  stateDir: string;
  signal?: AbortSignal | undefined;
}

export function* comparedOutputs(input: ComparedOutputsInput): Iterable<Output> {
  const { context, siteHash, graph, moved, output, signal } = input;
  const { site, definition, settings } = context;
  const texts = textsOf(output);
  const pages = createSitePages(site, definition, headsOf(texts, settings));
  const sitemap = createSitemapPages(context, texts);
  const byLang = moved && movesByLanguage(moved, context);
  const touched = new Set(output.touched());
  const isTouched = (path: string) => [pageFile, payloadFile].some((file) => touched.has(file(path)));
  // The title of a page without a story is known from its file.
  const own = site.routes.filter((route) => route.own && isTouched(route.path));
  const lists: Record<Lang, (query: string) => boolean> = {};
  const subjects = new Map<string, MovedSubjects>();
  const mayBeOther = (lang: Lang, { kind, subject }: OfOutput, moved: Moved): boolean => {
    if (kind === "page") return isTouched(subject);
    if (kind === "routes") {
      lists[lang] ??= movedLists(lang, moved, { own, definition });
      return lists[lang](subject);
    }
    // What the definition adds may follow from anything.
    if (kind === "sitemapTotal" || kind === "added")
      return definition.sitemap !== undefined || own.length > 0 || sitemap.hasOthers(moved);
    if (kind !== "sitemap") return true;
    const [index, of]: [number, number] = JSON.parse(subject);
    return sitemap.moved(lang, of, moved).has(index);
  };
  yield* askingOutputs({
    context,
    pages,
    sitemap,
    texts,
    basis: valueHash([codeVersion(), siteHash, settings]),
    run: nextRun(graph.inputs.facts),
    made: graph.made,
    read: output.read,
    hashOf: (path) => output.row(path)?.hash,
    values: valuesOf({ pages, sitemap }, input),
    mayDiffer(lang, dependency) {
      if (!moved || !byLang) return true;
      const own = outputDependency(dependency);
      if (own) return mayBeOther(lang, own, moved);
      const { kind, subject } = parseDependency(dependency);
      const of = () => DEPENDENCY_KINDS[kind].moved(forLanguage(byLang, lang));
      return isAmong(subject, getOrInsert(subjects, `${lang} ${kind}`, of));
    },
    claim: createPathClaims(site.paths, graph.made, context.domains),
    kept: openKeptBytes(input.stateDir),
    signal,
  });
}

type OfOutput = NonNullable<ReturnType<typeof outputDependency>>;

/** Whether a list of pages of a language, as JSON of its query, may have a page that moved. */
function movedLists(
  of: Lang,
  { entries, added, removed }: Moved,
  { own, definition: { pageTypes } }: { own: readonly Route[]; definition: RenderContext["definition"] },
): (query: string) => boolean {
  const isOther = ({ before, now }: Moved["entries"][number]) =>
    !before || !now || !isDeepStrictEqual(storyInfo(before, pageTypes), storyInfo(now, pageTypes));
  const others = entries.filter((entry) => entry.lang === of && isOther(entry));
  const ofStories = others.flatMap(({ before, now }) => [before, now]);
  const moved = [...ofStories, ...added, ...removed, ...own].flatMap((one) => (one?.lang === of ? [one.path] : []));
  const paths = [...new Set(moved)];
  const parts = new Map<number, ReadonlySet<number>>();
  return (query) => {
    const { part, listings }: RouteQuery = JSON.parse(query);
    // The further pages of a listing have other paths than its story.
    if (!part || part.of === 1 || listings) return paths.length > 0;
    const known = getOrInsert(parts, part.of, () => new Set(paths.map((path) => partOf(path, part.of))));
    return known.has(part.index);
  };
}

/** The pages' files of this build. */
function textsOf({ read, row }: Pick<OutputTransaction, "read" | "row">): PageTexts {
  return {
    payload: (path) => read(payloadFile(path))?.toString() ?? null,
    html: (path) => read(pageFile(path)),
    hash(path) {
      const page = row(pageFile(path));
      return page ? `${page.hash} ${row(payloadFile(path))?.hash}` : null;
    },
  };
}

/** Fingerprints of what pages read, and of what only outputs can read. */
function valuesOf(
  { pages, sitemap }: { pages: SitePages; sitemap: SitemapPages },
  { context, graph }: ComparedOutputsInput,
): Fingerprints {
  const ofPages = createFingerprints(context);
  const lists = new Map<string, string>();
  const listOf = (lang: Lang, { kind, subject }: OfOutput): unknown => {
    if (kind === "routes") return pages(lang, JSON.parse(subject));
    const [index, of]: [number, number] = JSON.parse(subject);
    return sitemap[kind === "added" ? "added" : "ofStories"](lang, { index, of });
  };
  const of = (lang: Lang, dependency: string): string => {
    const own = outputDependency(dependency);
    if (!own) return ofPages.of(lang, dependency);
    const { kind, subject } = own;
    if (kind === "output") return graph.made.get(`output:${subject}`)?.from?.hash ?? "";
    if (kind === "sitemapTotal") return String(sitemap.total(lang));
    if (kind === "page") {
      const record = graph.get(subject);
      return record ? `${record.payload} ${record.html}` : "";
    }
    const key = `${lang} ${dependency}`;
    return getOrInsert(lists, key, () => valueHash(listOf(lang, own)));
  };
  return { of, parts: (lang, dependency) => (outputDependency(dependency) ? [] : ofPages.parts(lang, dependency)) };
}
