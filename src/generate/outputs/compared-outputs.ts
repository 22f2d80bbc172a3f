/** The outputs of a site's definition within a build: their pages, and how what they asked for is compared. */
import type { Lang } from "../../content/model.ts";
import type { SitePages } from "../../content/site-pages.ts";
import { createSitePages } from "../../content/site-pages.ts";
import { shortHash } from "../../files/hash.ts";
import { codeVersion } from "../../incremental/build-inputs-hash.ts";
import { DEPENDENCY_KINDS, parseDependency } from "../../incremental/dependency-kinds.ts";
import { createFingerprints, type Fingerprints } from "../../incremental/fingerprints.ts";
import type { PageGraph } from "../../incremental/page-graph.ts";
import { nextRun, outputDependency } from "../../incremental/page-record.ts";
import type { OutputTransaction } from "../../publish/output-transaction.ts";
import { forLanguage } from "../../site/by-language.ts";
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
  output: Pick<OutputTransaction, "read">;
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
  yield* siteOutputs({
    context,
    pages,
    texts,
    basis: shortHash(JSON.stringify([codeVersion(), siteHash, settings])),
    run: nextRun(graph.inputs.facts),
    made: graph.made,
    read: output.read,
    values: valuesOf(pages, input),
    mayDiffer(lang, dependency) {
      if (!moved || !byLang) return true;
      const own = outputDependency(dependency);
      if (own?.kind === "routes" && definition.routes?.length) return true;
      if (own) return own.kind !== "routes" || moved.entries.length + moved.added.length + moved.removed.length > 0;
      const { kind, subject } = parseDependency(dependency);
      return DEPENDENCY_KINDS[kind].isMoved(subject, forLanguage(byLang, lang));
    },
    places: createOutputPlaces(site.paths, graph.made),
    kept: openKeptBytes(input.stateDir),
    signal,
  });
}

/** The pages' files of this build. */
export function textsOf({ read }: Pick<OutputTransaction, "read">): PageTexts {
  const text = (path: string) => {
    const bytes = read(path);
    return bytes && Buffer.from(bytes).toString();
  };
  return { payload: (path) => text(payloadFile(path)), html: (path) => text(pageFile(path)) };
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
