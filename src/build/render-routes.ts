import { ERROR_PAGE } from "../bundle/site-modules.ts";
import { responseLanguage } from "../content/rules/languages.ts";
import type { Route } from "../content/site.ts";
import { sitegenError } from "../errors.ts";
import { codeAndSettingsHash } from "../incremental/code-and-settings-hash.ts";
import { createFingerprints } from "../incremental/fingerprints.ts";
import type { PageRecord, RenderReason } from "../incremental/page-record.ts";
import { openPageRecords, type PageRecords, type RecordedPages } from "../incremental/page-records.ts";
import type { SummarizedSpace } from "../incremental/story-summary-cache.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import { shortHash } from "../short-hash.ts";
import { forLanguage } from "../site/by-language.ts";
import type { BuildOptions } from "./build-options.ts";
import { pageFile, payloadFile } from "./page-files.ts";
import type { References } from "./page-references.ts";
import type { PreparedClient } from "./prepare-client.ts";
import { MIN_PAGES_FOR_THREADS, type PrestartedThreads } from "./prestarted-threads.ts";
import type { RenderContext, RenderContextInput } from "./render-context.ts";
import type { RenderPages } from "./render-pool.ts";
import type { PageTask } from "./render-task.ts";
import { createSlowestPages } from "./slowest-pages.ts";
import { createStyleFiles, type StyleFiles } from "./style-files.ts";
import { warnDamaged } from "./warn-damaged.ts";
import type { WrittenFiles } from "./write-page.ts";

export interface RenderResult {
  /** Routes that failed; their last good version is kept. */
  kept: string[];
  /** All pages with their dependencies. */
  noted: RecordedPages;
}

export interface RenderOptions
  extends Pick<BuildOptions, "config" | "out" | "stateDir" | "full" | "keepGoing" | "jobs" | "parts" | "reporter"> {
  context: RenderContext;
  /** Threads create their own context from this. */
  input: RenderContextInput;
  client: PreparedClient;
  /** Hash of the site's code. */
  siteHash: string;
  renderPages: RenderPages;
  /** Threads that were started earlier. */
  prestarted: PrestartedThreads;
  output: OutputTransaction;
  references: References;
  summarized: Pick<SummarizedSpace, "hashes" | "fingerprints">;
  signal?: AbortSignal | undefined;
}

/** Renders the changed pages into the stage, a few at a time, so that memory does not grow with the site. */
export async function renderRoutes(options: RenderOptions): Promise<RenderResult> {
  const { context, output, keepGoing, reporter } = options;
  const records = openRecords(options);
  const slowest = createSlowestPages();
  const failures: { path: string; message: string }[] = [];
  const styles = createStyleFiles(context, output);
  const changed = changedPages(options, records, styles);
  let done = 0;
  for await (const made of options.renderPages({ ...options, tasks: [...changed.values()] })) {
    done += 1;
    if (done % 50 === 0) reporter.progress(done, changed.size);
    // A route from another thread is a copy, with texts of its own.
    const { route, reason } = changed.get(made.route.path) ?? { route: made.route, reason: "new" as const };
    const { path } = route;
    if ("message" in made) {
      failures.push({ path, message: made.message });
      continue;
    }
    slowest.add(path, made.page.ms);
    await takePage(route, made.page, reason, { options, records, styles });
  }
  reporter.detail(
    `Pages: ${changed.size} rendered, ${context.site.routes.length - changed.size} kept from the last build`,
  );
  if (changed.size > 0) reporter.detail(`Slowest: ${slowest.tell()}`);
  const kept = keepGoing ? failures.filter(({ path }) => keepLast(path, output)).map(({ path }) => path) : [];
  for (const path of kept) for (const sheet of records.get(path)?.styles ?? []) output.keep(sheet);
  // Stylesheets of the error pages, which have no blocks.
  for (const { code } of context.definition.languages) styles.note(code, [ERROR_PAGE]);
  await styles.put();
  records.save();
  reportFailures(failures, context);
  if (failures.length > 0 && !keepGoing) throw renderError(failures);
  return { kept: kept.sort(), noted: records.all() };
}

function openRecords({ context, client, siteHash, stateDir, full, summarized, reporter }: RenderOptions): PageRecords {
  const basis = codeAndSettingsHash(context.settings, client, siteHash);
  const paths = Object.entries(context.sharedFiles).map(([lang, { path }]) => [lang, path] as const);
  const inPayloads = Object.keys(context.sharedFiles).map((lang) => {
    const held = [forLanguage(context.shared, lang).words, forLanguage(context.sources.dates, lang)];
    return [lang, shortHash(JSON.stringify(held))] as const;
  });
  const common = { basis, shared: Object.fromEntries(paths), inPayloads: Object.fromEntries(inPayloads) };
  const fingerprint = createFingerprints(context, summarized.fingerprints);
  return openPageRecords({ stateDir, ignore: full, common, fingerprint, onDamaged: warnDamaged(reporter) });
}

interface ChangedPage extends PageTask {
  reason: RenderReason;
}

/** The pages to render, with the reasons; all others keep their files in the output folder. */
function changedPages(options: RenderOptions, records: PageRecords, styles: StyleFiles): Map<string, ChangedPage> {
  const { context, output, references, summarized } = options;
  const changed = new Map<string, ChangedPage>();
  for (const route of context.site.routes) {
    const { path, lang } = route;
    const own = ownHash(route, context, summarized.hashes);
    const known = records.get(path);
    const changeOfPage = records.changeOf({ path, lang, own });
    const change = known && !sameList(styles.pathsOf(lang, known.blocks), known.styles) ? "code" : changeOfPage;
    if (change === null && known && keepFiles(path, known, output)) {
      records.keep(path);
      styles.note(lang, known.blocks);
      references.add(path, { assets: [], loose: known.loose });
      context.problems.push(...known.problems);
      continue;
    }
    const isKept = changeOfPage === "shared" && records.keepsPayload({ path, lang, own });
    const keepsPayload = isKept && output.holds(payloadFile(path), known?.payload ?? "");
    const keepsEqual = (change === "story" || change === "site") && output.holds(pageFile(path), known?.html ?? "");
    const dependencies = keepsPayload ? records.dependenciesOf(path) : [];
    changed.set(path, { route, reason: change ?? "output", keepsPayload, keepsEqual, dependencies });
    // They start while the other pages are compared.
    if (changed.size === MIN_PAGES_FOR_THREADS && !options.parts) options.prestarted.start(options.jobs - 1);
  }
  return changed;
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, place) => value === other[place]);
}

async function takePage(
  route: Route,
  page: WrittenFiles,
  reason: RenderReason,
  { options, records, styles }: { options: RenderOptions; records: PageRecords; styles: StyleFiles },
): Promise<void> {
  const { output, references, context, summarized } = options;
  const { found } = page;
  const source = route.path;
  const payload = await output.adopt(payloadFile(route.path), page.payload, { source });
  const known = records.get(route.path);
  const html = await takeHtml(route.path, page, known, output);
  const { loose } = page.references;
  references.add(route.path, page.references);
  const problems = found?.problems ?? known?.problems ?? [];
  context.problems.push(...problems);
  const blocks = found?.blocks ?? known?.blocks ?? [];
  const own = ownHash(route, context, summarized.hashes);
  const record = { own, reason, html, payload, problems, loose, blocks, styles: styles.note(route.lang, blocks) };
  if (found) records.set(route, found.dependencies, record);
  else records.renew(route.path, record);
}

/**
 * Hash of the page's own route and story, and of where the story is in other languages. The story's hash includes its
 * uuid, the path includes the language.
 */
function ownHash(
  { lang, uuid, listing }: Route,
  { site, definition }: RenderContext,
  storyHashes: SummarizedSpace["hashes"],
) {
  const entry = forLanguage(site.entries, lang).get(uuid);
  const story = entry && storyHashes[responseLanguage(entry, definition)]?.get(uuid);
  return shortHash(`${story} ${JSON.stringify(entry?.twins)} ${listing ? JSON.stringify(listing) : ""}`);
}

/** The page's HTML file: staged, or the last build's if the payload did not change. */
async function takeHtml(
  path: string,
  { html }: WrittenFiles,
  known: PageRecord | undefined,
  output: OutputTransaction,
): Promise<string> {
  if (html) return output.adopt(pageFile(path), html, { source: path });
  const hash = known?.html ?? "";
  if (output.keep(pageFile(path), { source: path, hash })) return hash;
  throw new Error(`${pageFile(path)} was changed in the output folder while the build was running.`);
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
  for (const { path, message } of failures) {
    context.problems.push({
      severity: "error",
      code: "RENDER_FAILED",
      message: `The page ${path} could not be rendered: ${message}`,
      story: path.replace(/^\/|\/$/g, "") || "home",
      path: "",
      hint: "Check the last change to this story.",
    });
  }
}

function renderError(failures: readonly { path: string; message: string }[]) {
  const list = failures.slice(0, 10).map(({ path, message }) => `${path}: ${message}`);
  const more = failures.length > 10 ? [`and ${failures.length - 10} more`] : [];
  return sitegenError("RENDER_FAILED", { message: [...list, ...more].join("\n") });
}
