import { setImmediate } from "node:timers/promises";
import type { Route } from "../../content/site.ts";
import type { Dependency } from "../../incremental/dependency-kinds.ts";
import { NO_FILE, type StoredPage } from "../../incremental/store/rows.ts";
import type { Problem } from "../../problem.ts";
import type { ChangedOutput } from "../../publish/changed-output.ts";
import { contentHash } from "../../publish/content-hash.ts";
import type { BuildOptions } from "../build-options.ts";
import { pageFile, payloadFile } from "../page-files.ts";
import { createReferenceFinder } from "../page-references.ts";
import type { PayloadThreads } from "../payload-threads.ts";
import { renderLocatingErrors } from "../render-payload.ts";
import { type ResolvedPage, resolvePage } from "../render-route.ts";
import { affectedPages } from "./affected-pages.ts";
import { blocksIn, type ChangedSheets } from "./changed-sheets.ts";
import { FullBuildNeeded, needsFullBuild, orFullBuild } from "./full-build-needed.ts";
import { type LastBuildFiles, lastBuildText } from "./last-build-files.ts";

/** A page that was checked. */
export interface ChangedPage {
  path: string;
  before: StoredPage;
  /** The rendered file; null if the payload did not change. */
  html: { file: string } | null;
  dependencies: readonly Dependency[];
  /** But for broken addresses, which are known when all pages are made. */
  problems: Problem[];
  loose: string[];
  blocks: string[];
}

export interface ChangedPagesInput extends LastBuildFiles {
  output: ChangedOutput;
  sheets: ChangedSheets;
  threads: PayloadThreads;
  options: Pick<BuildOptions, "reporter" | "jobs">;
}

/** Paths of the pages that may change. Throws FullBuildNeeded if there are too many. */
export function pagesToRender({ changed, ...input }: Pick<LastBuildFiles, "changed" | "store" | "head" | "context">) {
  // A page that an earlier build removed keeps its number.
  return affectedPages(changed, input).filter((path) => changed.page(path));
}

/** Builds the payloads of these pages, and renders and stages those that change. */
export async function renderChangedPages(paths: readonly string[], input: ChangedPagesInput): Promise<ChangedPage[]> {
  const { changed, context, sheets, threads, options } = input;
  options.reporter.step("Rendering");
  if (threads.count > 0) options.reporter.detail(`Threads: ${threads.count + 1} of at most ${options.jobs}`);
  for (const { lang, path } of changed.changedRoutes.removed)
    sheets.remove(lang, blocksIn(lastBuildText(payloadFile(path), input)));
  const referencesOf = createReferenceFinder(context);
  const made: Promise<ChangedPage>[] = [];
  for (const path of paths) {
    const page = makeChangedPage(path, { ...input, referencesOf });
    made.push(page);
    // In between, threads hand in what they rendered. Their pages are not waited for here; one that fails ends the loop.
    const turn = setImmediate();
    await Promise.race([page.then(() => turn), turn]);
  }
  const pages = await Promise.all(made);
  const rendered = pages.filter(({ html }) => html).length;
  options.reporter.detail(`Pages: ${pages.length} looked at, ${rendered} rendered`);
  return pages;
}

async function makeChangedPage(
  path: string,
  input: ChangedPagesInput & { referencesOf: ReturnType<typeof createReferenceFinder> },
): Promise<ChangedPage> {
  const { changed, context, output, referencesOf } = input;
  const before = changed.page(path);
  if (!before) throw new FullBuildNeeded();
  const route: Route = { path, lang: before.lang, uuid: before.uuid, listing: before.listing };
  const made = orFullBuild(() => resolvePage(route, context));
  const { blocks, dependencies, problems } = made;
  const isSame = contentHash(made.json) === before.payload[0];
  const text = isSame ? lastBuildText(pageFile(path), input) : await htmlOf(made, input);
  if (!isSame) await putPage({ ...made, before, route, text }, input);
  const { assets, loose } = referencesOf({ path, lang: route.lang, dependencies }, text);
  if (!assets.every((file) => output.has(file))) throw new FullBuildNeeded();
  return { path, before, html: isSame ? null : { file: pageFile(path) }, dependencies, problems, loose, blocks };
}

/** Rendered by a thread that has time, or here. */
async function htmlOf({ payload, json }: ResolvedPage, { context, threads }: ChangedPagesInput): Promise<string> {
  const elsewhere = threads.render(json);
  if (elsewhere === null) return orFullBuild(() => renderLocatingErrors(payload, context));
  context.count("pages");
  return elsewhere.catch(needsFullBuild);
}

interface RenderedChange extends Pick<ResolvedPage, "json" | "blocks"> {
  route: Route;
  before: StoredPage;
  /** HTML. */
  text: string;
}

/** Stages a page and its stylesheets. */
async function putPage(
  { route: { path, lang }, before, json, blocks, text }: RenderedChange,
  input: ChangedPagesInput,
): Promise<void> {
  const { output, sheets } = input;
  const last = before.payload === NO_FILE ? null : lastBuildText(payloadFile(path), input);
  if (last === null || stylesIn(json) !== stylesIn(last)) {
    if (last !== null) sheets.remove(lang, blocksIn(last));
    await sheets.add(lang, blocks, output);
  }
  await output.put(payloadFile(path), json, { source: path });
  await output.put(pageFile(path), text, { source: path });
}

/** The stylesheets that a page's `_payload.json` names; they are its last key (render-payload.ts). */
function stylesIn(text: string): string {
  return text.slice(text.lastIndexOf(',"styles":'));
}
