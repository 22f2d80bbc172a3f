import type { OnDamaged } from "../../checksum-file.ts";
import type { Config } from "../../config/config.ts";
import type { PullResult } from "../../fetch/pull-space.ts";
import { readLastBuild, readProblemList } from "../../incremental/last-build.ts";
import { type ProblemReport, problemReportOf } from "../../incremental/problem-report.ts";
import { KEYS, type Row, type StoredSiteFacts } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { Problem } from "../../problem.ts";
import type { BuildOptions } from "../build-options.ts";
import { collectProblems, problemsBeforePages } from "../collect-problems.ts";
import { pageFile, payloadFile } from "../page-files.ts";
import { BROKEN_REFERENCE_CODE } from "../page-references.ts";
import type { RenderContext } from "../render-context.ts";
import { pagesAt } from "./affected-pages.ts";
import { type ChangedAssets, storedAssetProblems } from "./changed-assets.ts";
import { leftRoutes } from "./changed-listings.ts";
import type { ChangedPage } from "./changed-pages.ts";
import type { ChangedRedirects } from "./changed-redirects.ts";
import type { ChangedSite } from "./changed-stories.ts";
import { pageProblems } from "./save-site.ts";

export interface ChangedProblemsInput {
  store: Store;
  head: StoredSiteFacts;
  /** Those of the site map and the redirects now. */
  ofSite: Pick<StoredSiteFacts, "problems" | "redirectProblems">;
  pages: readonly PageProblems[];
  context: Pick<RenderContext, "problems">;
  assets: Pick<ChangedAssets, "problems">;
  pulled: Pick<PullResult, "problems">;
  options: Pick<BuildOptions, "strict" | "stateDir" | "out" | "countsProblems"> & { config: Pick<Config, "check"> };
  onDamaged?: OnDamaged | undefined;
}

/**
 * All problems after a build of a few pages. If those of its pages are the same as before, the last build's list is
 * still right and is not read; otherwise it is built again from the problems stored for each page. Throws BUILD_STRICT
 * with `strict`.
 */
export function changedProblems(input: ChangedProblemsInput): {
  problemReport: ProblemReport;
  beforePages: string;
  rows: Row[];
} {
  const { store, head, ofSite, pages, context, assets, pulled, options } = input;
  const { onDamaged = () => undefined } = input;
  const beforePages = problemsBeforePages(pulled, context);
  const changed = pages.filter(
    ({ path, problems }) => JSON.stringify(problems) !== JSON.stringify(problemsIn(store, path)),
  );
  const ofAssets = assets.problems.map(({ problem }) => problem);
  const isSame =
    changed.length === 0 &&
    beforePages === head.beforePages &&
    hasSameProblems(assets, store) &&
    comparable(ofSite) === comparable(head);
  if (isSame && !options.strict) {
    const last = readLastBuild(options.stateDir, options.out, onDamaged);
    const problemReport = last && (options.countsProblems ? last.problemReport : readProblemList(last.problemReport));
    if (problemReport && last.report.buildId === head.buildId) return { problemReport, beforePages, rows: [] };
  }
  const now = new Map(pages.map(({ path, problems }) => [path, problems]));
  const known = store.get(KEYS.faulty) as string[]; // written by save-site.ts and below
  const problemsNow = new Map(
    [...new Set([...known, ...now.keys()])].map((path) => [path, now.get(path) ?? problemsIn(store, path)]),
  );
  const faulty = [...problemsNow].filter(([, problems]) => problems.length > 0);
  const ofPages = faulty.flatMap(([, problems]) => problems);
  const lists = [pulled.problems, ofSite.problems, ofSite.redirectProblems, context.problems, ofAssets, ofPages];
  const rows: Row[] = changed.map(({ path, problems }) => [
    KEYS.problemsOf(path),
    problems.length > 0 ? problems : undefined,
  ]);
  if (changed.length > 0) rows.push([KEYS.faulty, faulty.map(([path]) => path)]);
  return { problemReport: problemReportOf(collectProblems({ ...options, lists })), beforePages, rows };
}

/**
 * Paths of the pages that refer to the address of a page or redirect that comes or goes. Throws FullBuildNeeded if there
 * are too many.
 */
export function referringPages(
  { added, removed }: ChangedSite["changedRoutes"],
  { written, gone }: ChangedRedirects["stubs"],
  store: Store,
): string[] {
  const ofPages = [...added, ...removed].flatMap(({ path }) => [pageFile(path), payloadFile(path)]);
  // An address may lack what follows its last slash.
  const files = [...ofPages, ...written, ...gone].flatMap((file) => [file, file.replace(/\/index\.html$/, "")]);
  return [...new Set(files.flatMap((file) => pagesAt(KEYS.looseTo(file), store)))];
}

function comparable({ problems, redirectProblems }: ChangedProblemsInput["ofSite"]): string {
  return JSON.stringify([problems, redirectProblems]);
}

type PageProblems = Pick<ChangedPage, "path" | "problems">;

/**
 * The problems of the pages that were made, and of those that were not but have other problems now: pages that are gone,
 * and the `referring` ones. `has` is asked when all pages are made.
 */
export function problemsOfPages(
  { changedRoutes, page }: Pick<ChangedSite, "changedRoutes" | "page">,
  made: readonly Pick<ChangedPage, "path" | "problems" | "loose">[],
  { store, referring, has }: { store: Store; referring: readonly string[]; has: (file: string) => boolean },
): PageProblems[] {
  const known = new Set(made.map(({ path }) => path));
  const left = referring.flatMap((path) => {
    const stored = known.has(path) ? undefined : page(path);
    if (!stored) return [];
    const problems = problemsIn(store, path).filter(({ code }) => code !== BROKEN_REFERENCE_CODE);
    return [{ path, problems, loose: stored.loose }];
  });
  const all = [...made, ...left].map((one) => ({ path: one.path, problems: pageProblems(one.path, one, has) }));
  return [...all, ...leftRoutes(changedRoutes).map(({ path }) => ({ path, problems: [] }))];
}

function hasSameProblems({ problems }: Pick<ChangedAssets, "problems">, store: Store): boolean {
  return JSON.stringify(problems) === JSON.stringify(storedAssetProblems(store));
}

function problemsIn(store: Store, path: string): Problem[] {
  return (store.get(KEYS.problemsOf(path)) ?? []) as Problem[]; // written by save-site.ts and above
}
