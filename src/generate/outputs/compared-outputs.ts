/** The outputs of a site's definition within a build: their pages, and how what they asked for is compared. */
import { isDeepStrictEqual } from "node:util";
import type { Lang } from "../../content/model.ts";
import type { RouteQuery } from "../../content/page-info.ts";
import { partOf } from "../../content/rules/split-into-parts.ts";
import type { Route } from "../../content/site.ts";
import type { SitePages } from "../../content/site-pages.ts";
import { createSitePages, storyInfo } from "../../content/site-pages.ts";
import { shortHash } from "../../files/hash.ts";
import { codeVersion } from "../../incremental/build-inputs-hash.ts";
import { DEPENDENCY_KINDS, parseDependency } from "../../incremental/dependency-kinds.ts";
import { createFingerprints, type Fingerprints } from "../../incremental/fingerprints.ts";
import type { PageGraph } from "../../incremental/page-graph.ts";
import { nextRun, outputDependency } from "../../incremental/page-record.ts";
import type { OutputTransaction } from "../../publish/output-transaction.ts";
import { byLanguage, forLanguage } from "../../site/by-language.ts";
import { pageFile, payloadFile } from "../page-files.ts";
import type { RenderContext } from "../render-context.ts";
import { movesByLanguage } from "../what-moved.ts";
import type { Moved, Output } from "./output.ts";
import { createOutputPlaces } from "./output-places.ts";
import { openKeptBytes, siteOutputs } from "./site-outputs.ts";
import { headsOf, type PageTexts } from "./site-reader.ts";

export interface ComparedOutputsInput {
  context: RenderContext;
  siteHash: string;
  graph: Pick<PageGraph, "made" | "get" | "inputs">;
  moved: Moved | null;
  output: Pick<OutputTransaction, "read" | "row" | "touched">;
  stateDir: string;
  signal?: AbortSignal | undefined;
}

/** A site that declares none pays for nothing. */
export function* comparedOutputs(input: ComparedOutputsInput): Iterable<Output> {
  const { context, siteHash, graph, moved, output, signal } = input;
  const { site, definition, settings } = context;
  if (!definition.outputs?.length) return;
  const texts = textsOf(output);
  const pages = createSitePages(site, definition, headsOf(texts, settings));
  const byLang = moved && movesByLanguage(moved, context);
  const touched = new Set(output.touched());
  const isTouched = (path: string) => [pageFile, payloadFile].some((file) => touched.has(file(path)));
  // The title of a page without a story is known from its file.
  const own = site.routes.filter((route) => route.own && isTouched(route.path));
  const listed = moved && byLanguage(Object.keys(site.entries), (lang) => movedLists(lang, moved, { own, definition }));
  yield* siteOutputs({
    context,
    pages,
    texts,
    basis: shortHash(JSON.stringify([codeVersion(), siteHash, settings])),
    run: nextRun(graph.inputs.facts),
    made: graph.made,
    read: output.read,
    hashOf: (path) => output.row(path)?.hash,
    values: valuesOf(pages, input),
    mayDiffer(lang, dependency) {
      if (!byLang || !listed) return true;
      const own = outputDependency(dependency);
      if (own?.kind === "page") return isTouched(own.subject);
      if (own) return own.kind !== "routes" || forLanguage(listed, lang)(own.subject);
      const { kind, subject } = parseDependency(dependency);
      return DEPENDENCY_KINDS[kind].isMoved(subject, forLanguage(byLang, lang));
    },
    places: createOutputPlaces(site.paths, graph.made, context.domains),
    kept: openKeptBytes(input.stateDir),
    signal,
  });
}

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
    const known = parts.get(part.of) ?? new Set(paths.map((path) => partOf(path, part.of)));
    parts.set(part.of, known);
    return known.has(part.index);
  };
}

/** The pages' files of this build. */
export function textsOf({ read, row }: Pick<OutputTransaction, "read" | "row">): PageTexts {
  const text = (path: string) => {
    const bytes = read(path);
    return bytes && Buffer.from(bytes).toString();
  };
  return {
    payload: (path) => text(payloadFile(path)),
    html: (path) => text(pageFile(path)),
    hash(path) {
      const page = row(pageFile(path));
      return page ? `${page.hash} ${row(payloadFile(path))?.hash}` : null;
    },
  };
}

/** Fingerprints of what pages read, and of what only outputs can read. */
function valuesOf(pages: SitePages, { context, graph }: ComparedOutputsInput): Fingerprints {
  const ofPages = createFingerprints(context);
  const lists = new Map<string, string>();
  const of = (lang: Lang, dependency: string): string => {
    const own = outputDependency(dependency);
    if (!own) return ofPages.of(lang, dependency);
    const { kind, subject } = own;
    if (kind === "output") return graph.made.get(`output:${subject}`)?.from?.hash ?? "";
    if (kind === "page") {
      const record = graph.get(subject);
      return record ? `${record.payload} ${record.html}` : "";
    }
    const key = `${lang} ${subject}`;
    const known = lists.get(key) ?? shortHash(JSON.stringify(pages.list(lang, JSON.parse(subject))));
    lists.set(key, known);
    return known;
  };
  return { of, parts: (lang, dependency) => (outputDependency(dependency) ? [] : ofPages.parts(lang, dependency)) };
}
