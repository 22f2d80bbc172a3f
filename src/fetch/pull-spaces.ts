/** Pulls every space of a site and joins the results, so that what follows sees one. */
import { join } from "node:path";
import { SitegenError, sitegenError } from "../problems/errors.ts";
import type { Problem } from "../problems/problem.ts";
import type { ByLanguage } from "../site/by-language.ts";
import { MAIN_SPACE } from "../site/spaces.ts";
import { openOffline } from "./from-snapshot.ts";
import type { Progress } from "./progress.ts";
import type { PullPlan } from "./pull-plan.ts";
import { type OpenedPull, openPull, type PullOptions, type PullResult, snapshotFolder } from "./pull-space.ts";
import type { Rename } from "./snapshot/compare-records.ts";
import type { PackedSpace } from "./snapshot/packed-space.ts";
import { readSnapshotHead } from "./snapshot/snapshot-table.ts";

/** How another space than the main one is read. */
export type SpaceAccess = { space: string } & Pick<
  PullOptions,
  "endpoint" | "token" | "previewToken" | "spaceId" | "ownService" | "release"
>;

export type SpacePlan = readonly [space: string, plan: PullPlan];

export interface OpenedSpaces extends Pick<OpenedPull, "unchangedSnapshotId" | "requests"> {
  /**
   * Pulls each space with its plan. `onRenames` gets the renames of those that could be pulled, before anything else, since
   * their snapshots have moved on and no other pull reports them.
   */
  pull(plans: readonly SpacePlan[], onRenames: (renames: Rename[]) => Promise<unknown>): Promise<PullResult>;
}

/** Requests the version of every space. `others` may be known later than the main one is asked. */
export async function openSpaces(
  options: Omit<PullOptions, "plan">,
  others: Promise<readonly SpaceAccess[]>,
): Promise<OpenedSpaces> {
  const onProgress = joinProgress(options.onProgress);
  const open = (access: Partial<SpaceAccess>, space: string) =>
    ofSpace(space, () => openPull({ ...options, ...access, onProgress: onProgress(space) }));
  const [main, further] = await Promise.all([
    open({}, MAIN_SPACE),
    others.then((all) =>
      Promise.all(all.map(async (one) => [one.space, await open({ ...OF_MAIN, ...one }, one.space)] as const)),
    ),
  ]);
  const spaces = new Map([[MAIN_SPACE, main], ...further]);
  const opened = [...spaces.values()];
  return {
    unchangedSnapshotId: joinIds(opened.map((one) => one.unchangedSnapshotId)),
    requests: () => sumOf(opened.map((one) => one.requests())),
    async pull(plans, onRenames) {
      const pulling = plans.map(([space, plan]) => ofSpace(space, async () => spaces.get(space)?.pull(plan)));
      const settled = await Promise.allSettled(pulling);
      const results = settled.flatMap((one) => (one.status === "fulfilled" && one.value ? [one.value] : []));
      await onRenames(results.flatMap(({ renames }) => renames));
      const failed = settled.find((one) => one.status === "rejected");
      if (failed?.status === "rejected") {
        for (const { space } of results) space.close();
        throw failed.reason;
      }
      return joinResults(results, plans);
    },
  };
}

/** Another space has no release of the main one, and a number of its own. */
const OF_MAIN = { release: undefined, spaceId: undefined };

/** The name of a space's own variable: STORYBLOK_TOKEN -> STORYBLOK_TOKEN_CH. */
export function variableOf(name: string, space: string): string {
  return space === MAIN_SPACE ? name : `${name}_${space.toUpperCase()}`;
}

/** Errors and problems of another space name it, and its variables. */
async function ofSpace<T>(space: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (space === MAIN_SPACE || !(error instanceof SitegenError) || error.code === "INTERRUPTED") throw error;
    const message = `In the space "${space}": ${error.message}`;
    throw sitegenError(error.code, { message, where: error.where, hint: ofVariables(error.hint, space), cause: error });
  }
}

/** A text that names variables of the main space, as one about another space's. */
export function ofVariables(text: string, space: string): string {
  return text.replace(/STORYBLOK_(?:PREVIEW_TOKEN|TOKEN|ENDPOINT|SPACE_ID)\b/g, (name) => variableOf(name, space));
}

function joinResults(results: readonly PullResult[], plans: readonly SpacePlan[]): PullResult {
  const [main] = results;
  if (!main || results.length === 1) return main ?? fail();
  const rests = results.flatMap(({ restUnchanged }) => restUnchanged ?? []);
  const ofEach = <T>(read: (result: PullResult) => readonly T[]) => results.flatMap(read);
  return {
    space: joinSpaces(results.map(({ space }, index) => [space, plans[index]?.[1] ?? fail()])),
    problems: results.flatMap(({ problems }, index) => problems.map((one) => problemOf(one, plans[index]?.[0] ?? ""))),
    spaceLanguages: main.spaceLanguages && languagesOf(results, plans),
    requests: sumOf(results.map(({ requests }) => requests)),
    moved: results.some(({ moved }) => moved),
    snapshot: joinIds(results.map(({ snapshot }) => snapshot)) ?? "",
    changed: Object.assign({}, ...results.map(({ changed }) => changed)),
    since: joinIds(results.map(({ since }) => since)),
    renames: ofEach(({ renames }) => renames),
    restUnchanged:
      rests.length === 0 ? null : async () => (await Promise.all(rests.map((rest) => rest()))).every(Boolean),
    staleForMs: Math.max(...results.map(({ staleForMs }) => staleForMs ?? 0)) || null,
    confirm: main.confirm,
    ms: Math.max(...results.map(({ ms }) => ms)),
  };
}

function problemOf(problem: Problem, space: string): Problem {
  if (space === MAIN_SPACE) return problem;
  const message = problem.story === "" ? `In the space "${space}": ${problem.message}` : problem.message;
  return { ...problem, message, hint: ofVariables(problem.hint, space) };
}

/** Codes of the site's languages that their spaces have. */
function languagesOf(results: readonly PullResult[], plans: readonly SpacePlan[]): string[] {
  return results.flatMap(({ spaceLanguages }, index) => {
    const { languages = [] } = plans[index]?.[1] ?? {};
    const own = spaceLanguages ?? languages;
    return index === 0 ? own : [...languages.slice(0, 1), ...own.filter((code) => languages.includes(code))];
  });
}

/** One space, of which each language's stories, datasources and global story are those of the language's space. */
function joinSpaces(parts: readonly (readonly [PackedSpace, PullPlan])[]): PackedSpace {
  const [main] = parts;
  const owners = new Map(parts.flatMap(([space, { languages }]) => languages.map((lang) => [lang, space] as const)));
  const of = (lang: string): PackedSpace => owners.get(lang) ?? main?.[0] ?? fail();
  const joined = <T>(read: (space: PackedSpace) => ByLanguage<T>): ByLanguage<T> =>
    Object.assign({}, ...parts.map(([space]) => read(space)));
  return {
    cv: main?.[0].cv ?? fail(),
    datasources: joined(({ datasources }) => datasources),
    global: joined(({ global }) => global),
    stories: (lang) => of(lang).stories(lang),
    index: (lang) => of(lang).index(lang),
    hash: (lang, uuid) => of(lang).hash(lang, uuid),
    story: (lang, uuid) => of(lang).story(lang, uuid),
    close: () => {
      for (const [space] of parts) space.close();
    },
  };
}

/** The spaces as of their last pulls. */
export function openSnapshots(stateDir: string, plans: readonly SpacePlan[]): PackedSpace {
  return joinSpaces(
    plans.map(([space, plan]) => [openOffline(join(stateDir, snapshotFolder(space)), plan).space, plan]),
  );
}

/** Id of the spaces' snapshots, as a pull returns it; "" if there are none. */
export function snapshotOf(stateDir: string, spaces: readonly string[]): string {
  return joinIds(spaces.map((space) => readSnapshotHead(join(stateDir, snapshotFolder(space)))?.sum ?? "")) ?? "";
}

/** One id for the snapshots of all spaces; null if one of them is unknown, "" if one is not stored. */
function joinIds(ids: readonly (string | null)[]): string | null {
  if (ids.includes(null)) return null;
  return ids.includes("") ? "" : ids.join("+");
}

function sumOf(all: readonly PullResult["requests"][]): PullResult["requests"] {
  const sum = (key: "total" | "retried") => all.reduce((total, one) => total + one[key], 0);
  return { total: sum("total"), retried: sum("retried") };
}

/** One line of progress for all spaces. */
function joinProgress(report: PullOptions["onProgress"]) {
  const last = new Map<string, Progress>();
  return (space: string) => (progress: Progress) => {
    last.set(space, progress);
    const all = [...last.values()];
    const sum = (key: "done" | "expected") => all.reduce((total, one) => total + one[key], 0);
    const secondsLeft = Math.max(...all.map((one) => one.secondsLeft));
    report?.({ done: sum("done"), expected: sum("expected"), secondsLeft });
  };
}

function fail(): never {
  throw new Error("A pull has at least one space, and a plan for each.");
}
