import { isDeepStrictEqual } from "node:util";
import { ERROR_PAGE } from "../bundle/site-modules.ts";
import { type Route, routesAt } from "../content/map/site.ts";
import { responseLanguage } from "../content/rules/languages.ts";
import { withoutOuterSlashes } from "../content/rules/paths.ts";
import { shortHash, valueHash } from "../files/hash.ts";
import { codeAndSettingsHash } from "../incremental/build-inputs-hash.ts";
import { isShown } from "../incremental/dependency-kinds.ts";
import { createFingerprints } from "../incremental/fingerprints.ts";
import type { ComparedGraph, PageGraph } from "../incremental/page-graph.ts";
import type { PageRecord, RenderReason } from "../incremental/page-record.ts";
import type { StoredStories } from "../incremental/stored-stories.ts";
import { sitegenError } from "../problems/errors.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import { pageFile, pageOfFile, payloadFile, servedPath } from "../publish/page-files.ts";
import { forLanguage } from "../site/by-language.ts";
import { compareText } from "../util/compare-text.ts";
import type { BuildOptions } from "./build-options.ts";
import type { References } from "./page-references.ts";
import type { PreparedClient } from "./prepare-client.ts";
import type { RenderContext } from "./render-context.ts";
import type { PageTask, RenderPages, WrittenFiles } from "./render-pool.ts";
import { renderFailed } from "./render-route.ts";
import { createStyleFiles, type StyleFiles } from "./style-files.ts";
import type { Moved } from "./what-moved.ts";
import { movesByLanguage } from "./what-moved.ts";

export interface RenderOptions
  extends Pick<BuildOptions, "config" | "out" | "stateDir" | "keepGoing" | "jobs" | "reporter"> {
  context: RenderContext;
  client: PreparedClient;
  graph: PageGraph;
  compared: ComparedGraph;
  /** What moved since the last build, whose other pages stay; null if every page has to be compared. */
  moved: Moved | null;
  renderPages: RenderPages;
  output: OutputTransaction;
  references: References;
  stories: StoredStories["stories"];
  signal?: AbortSignal | undefined;
}

/**
 * Renders the changed pages into the stage, a few at a time, so that memory does not grow with the site. Returns the
 * paths of those that failed: whose last good version is kept, and that have none.
 */
export async function renderRoutes(options: RenderOptions): Promise<{ kept: string[]; absent: string[] }> {
  const { context, output, keepGoing, reporter, graph, compared, moved } = options;
  const slowest = createSlowestPages();
  const failures: { path: string; message: string }[] = [];
  const styles = createStyleFiles(context);
  const sheetsBefore = graph.sheets();
  const changed = changedPages(options, styles);
  for (const path of moved ? moved.removed.map((route) => route.path) : [...graph.paths(), ...graph.failed()]) {
    if (context.site.paths.has(path)) continue;
    compared.remove(path);
    output.drop(pageFile(path));
    output.drop(payloadFile(path));
  }
  let done = 0;
  for await (const made of options.renderPages({ ...options, tasks: [...changed.values()] })) {
    done += 1;
    if (done % 50 === 0) reporter.progress(done, changed.size);
    const { route } = made;
    const { path } = route;
    const { reason } = changed.get(path) ?? { reason: "new" as const };
    if ("message" in made) {
      failures.push({ path, message: made.message });
      continue;
    }
    slowest.add(path, made.page.ms);
    await takePage(route, made.page, reason, { options, styles });
  }
  // Threads end in any order.
  failures.sort((a, b) => compareText(a.path, b.path));
  reporter.detail(
    `Pages: ${changed.size} rendered, ${context.site.routes.length - changed.size} kept from the last build`,
  );
  if (changed.size > 0) reporter.detail(`Slowest: ${slowest.text()}`);
  const failed = keepGoing ? failures.map(({ path }) => path).sort() : [];
  const [kept, absent]: [string[], string[]] = [[], []];
  for (const path of failed) (keepLast(path, output) ? kept : absent).push(path);
  for (const sheet of kept.flatMap((path) => graph.get(path)?.styles ?? [])) output.keep(sheet);
  for (const path of failed) compared.fail(path);
  // Stylesheets of the error pages, which have no blocks.
  for (const { code } of context.definition.languages) styles.note(code, [ERROR_PAGE]);
  const sheets = new Set(graph.sheets());
  for (const sheet of sheetsBefore) if (!sheets.has(sheet)) output.drop(sheet);
  await styles.put(output);
  reportFailures(failures, context);
  if (failures.length > 0 && !keepGoing) throw renderError(failures);
  return { kept, absent };
}

/** The last build's pages as compared with what there is now. */
export function comparePages(
  of: Pick<RenderOptions, "context" | "client" | "graph"> & { siteHash: string },
): ComparedGraph {
  const { context, client, siteHash, graph } = of;
  const basis = codeAndSettingsHash(context.settings, client, siteHash);
  const shared = Object.entries(context.sharedFiles).map(([lang, { path }]) => {
    const { blocks } = forLanguage(context.shared, lang);
    return [lang, valueHash([path, blocks.map(context.blockHashes.shown)])] as const;
  });
  const inPayloads = Object.keys(context.sharedFiles).map((lang) => {
    return [lang, valueHash(forLanguage(context.sources.dates, lang))] as const;
  });
  const common = { basis, shared: Object.fromEntries(shared), inPayloads: Object.fromEntries(inPayloads) };
  return graph.compare(common, createFingerprints(context));
}

interface ChangedPage extends PageTask {
  reason: RenderReason;
}

/** The pages to render, with the reasons; all others keep their files in the output folder. */
function changedPages(options: RenderOptions, styles: StyleFiles): Map<string, ChangedPage> {
  const { context, output, stories, graph, compared, moved } = options;
  const changed = new Map<string, ChangedPage>();
  const broken = output.broken();
  for (const route of moved ? movedRoutes(moved, options) : context.site.routes) {
    const { path, lang } = route;
    const own = ownHash(route, context, stories);
    const known = graph.get(path);
    const changeOfPage = compared.changeOf({ path, lang, own });
    const change =
      known && !isDeepStrictEqual(styles.pathsOf(lang, known.blocks), known.styles) ? "code" : changeOfPage;
    const isWhole = moved && !broken.has(pageFile(path)) && !broken.has(payloadFile(path));
    if (change === null && known && (isWhole || keepFiles(path, known, output))) {
      styles.note(lang, known.blocks);
      continue;
    }
    const isKept = changeOfPage !== null && compared.keepsPayload({ path, lang, own });
    const keepsPayload = isKept && output.holds(payloadFile(path), known?.payload ?? "", { isHere: true });
    changed.set(path, { route, reason: change ?? "output", kept: keepsPayload ? graph.dependenciesOf(path) : null });
  }
  return changed;
}

/**
 * The routes of stories that moved, those that use something that did, those that could not be rendered last time,
 * those whose files are broken, and all without a story.
 */
function movedRoutes(moved: Moved, { context, graph, compared, output }: RenderOptions): Route[] {
  const { site, definition } = context;
  const byLang = movesByLanguage(moved, context);
  const paths = compared.pagesMovedBy(byLang);
  for (const { path } of moved.added) paths.add(path);
  for (const path of graph.failed()) paths.add(path);
  const broken = output.broken();
  for (const file of broken) paths.add(pageOfFile(file) ?? "");
  const uuids = new Set(moved.entries.map(({ uuid }) => uuid));
  for (const stories of Object.values(moved.stories)) for (const uuid of stories) uuids.add(uuid);
  const codes = definition.languages.map(({ code }) => code);
  const routes = new Set(definition.routes?.length ? site.routes.filter(({ own }) => own) : []);
  for (const uuid of uuids) for (const code of codes) for (const { path } of site.routesOf(code, uuid)) paths.add(path);
  for (const path of paths) for (const route of routesAt(path, site)) routes.add(route);
  return [...routes].sort((a, b) => compareText(a.path, b.path));
}

async function takePage(
  route: Route,
  page: WrittenFiles,
  reason: RenderReason,
  { options, styles }: { options: RenderOptions; styles: StyleFiles },
): Promise<void> {
  const { output, references, context, stories, graph, compared } = options;
  const { found } = page;
  const source = route.path;
  const payload = await output.adopt(payloadFile(route.path), page.payload, { source });
  const known = graph.get(route.path);
  const html = await output.adopt(pageFile(route.path), page.html, { source });
  const { assets } = page.references;
  // If a translation is removed, this page's own hash differs (ownHash).
  const translations = new Set(
    Object.values(forLanguage(context.site.entries, route.lang).get(route.uuid)?.translations ?? {}),
  );
  const loose = page.references.loose.filter((file) => !translations.has(servedPath(file)));
  references.add(route.path, assets);
  const problems = found?.problems ?? known?.problems ?? [];
  const blocks = found?.blocks ?? known?.blocks ?? [];
  const own = ownHash(route, context, stories);
  const record = { own, reason, html, payload, problems, loose, blocks, styles: styles.note(route.lang, blocks) };
  const ofPayload = found?.dependencies ?? graph.dependenciesOf(route.path).filter((one) => !isShown(one));
  compared.set(route, [...ofPayload, ...page.shown], record);
}

/**
 * Hash of the page's own route and story, and of where the story is in other languages and indexed there. The story's
 * hash includes its uuid, the path includes the language.
 */
function ownHash(
  { lang, uuid, listing, own }: Route,
  { site, definition }: RenderContext,
  stories: StoredStories["stories"],
) {
  if (own) return valueHash(own);
  const entry = forLanguage(site.entries, lang).get(uuid);
  const story = entry && stories[responseLanguage(entry, definition)]?.get(uuid)?.hash;
  const elsewhere = JSON.stringify([entry?.translations, entry?.unindexedIn]);
  return shortHash(`${story} ${elsewhere} ${listing ? JSON.stringify(listing) : ""}`);
}

function keepFiles(path: string, { html, payload }: PageRecord, output: OutputTransaction): boolean {
  return (
    output.keep(payloadFile(path), { source: path, hash: payload }) &&
    output.keep(pageFile(path), { source: path, hash: html })
  );
}

function keepLast(path: string, output: OutputTransaction): boolean {
  return output.keep(payloadFile(path)) && output.keep(pageFile(path));
}

function reportFailures(failures: readonly { path: string; message: string }[], context: RenderContext): void {
  for (const { path, message } of failures)
    context.problems.push(renderFailed(path, message, { story: withoutOuterSlashes(path) || "home" }));
}

/** Names the first pages that failed. */
export function renderError(failures: readonly { path: string; message: string }[]) {
  const list = failures.slice(0, 10).map(({ path, message }) => `${path}: ${message}`);
  const more = failures.length > 10 ? [`and ${failures.length - 10} more`] : [];
  return sitegenError("RENDER_FAILED", { message: [...list, ...more].join("\n") });
}

const COUNT = 5;

/** Keeps the pages that took longest, not the times of all. */
export function createSlowestPages() {
  let slowest: { path: string; ms: number }[] = [];
  return {
    add(path: string, ms: number): void {
      if (slowest.length === COUNT && ms <= (slowest.at(-1)?.ms ?? 0)) return;
      slowest = [...slowest, { path, ms }].sort((a, b) => b.ms - a.ms).slice(0, COUNT);
    },
    text: () => slowest.map(({ path, ms }) => `${path} ${Math.round(ms)} ms`).join(", "),
  };
}
