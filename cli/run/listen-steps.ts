import { spawn } from "node:child_process";
import type { Config } from "../../src/config/config.ts";
import type { TargetAddress } from "../../src/deploy/parse-target.ts";
import { spaceIdOf } from "../../src/generate/content-service.ts";
import { countProblems } from "../../src/incremental/problem-report.ts";
import type { Places } from "../../src/listen/notice.ts";
import { SitegenError } from "../../src/problems/errors.ts";
import type { Reporter } from "../../src/problems/reporter.ts";
import type { ResidentBuild } from "../../src/resident/messages.ts";
import { MAIN_SPACE } from "../../src/site/spaces.ts";
import { getOrInsert } from "../../src/util/get-or-insert.ts";
import { editorLink, pluralize } from "../report.ts";

type StepName = "generate" | "deploy" | "verify";

/** Result of a step, for the log and the console. */
export interface StepResult {
  ok: boolean;
  /** Start time in ISO format. */
  at: string;
  ms: number;
  summary: string;
}

export type StepLog = ReturnType<typeof createStepLog>;

/** Stores the last result of each step. */
export function createStepLog() {
  const last: Partial<Record<StepName, StepResult>> = {};
  return {
    /** Runs a step and stores its result, also if it throws. */
    async note<T extends { ok: boolean; summary: string }>(name: StepName, work: () => Promise<T>): Promise<T> {
      const started = Date.now();
      const end = ({ ok, summary }: Pick<StepResult, "ok" | "summary">) => {
        last[name] = { ok, at: new Date(started).toISOString(), ms: Date.now() - started, summary };
      };
      try {
        const result = await work();
        end(result);
        return result;
      } catch (error) {
        end({ ok: false, summary: logError(error) });
        throw error;
      }
    },
    read: () => ({ ...last }),
  };
}

export function logError(error: unknown): string {
  return error instanceof SitegenError ? `${error.code}: ${error.message}` : String(error);
}

interface Common {
  config: Config;
  out: string;
  reporter: Reporter;
  signal: AbortSignal;
}

export async function deployStep(
  options: Common & {
    stateDir: string;
    target: TargetAddress;
    isSwitched: boolean;
    endpoint: string;
    env: Readonly<Record<string, string | undefined>>;
    /** Called as soon as visitors have all of the build. */
    goLive: () => void;
  },
): Promise<{ ok: boolean; summary: string }> {
  const { config, target, isSwitched, goLive } = options;
  const run = isSwitched
    ? (await import("../../src/deploy/switched/deploy-switched.ts")).deploySwitched
    : (await import("../../src/deploy/deploy.ts")).deploy;
  const fixed = { jobs: 16, dryRun: false, full: false, adopt: false };
  const { leaveState } = await import("../../src/state/leave-state.ts");
  const { files, requests } = await run({
    ...options,
    ...fixed,
    address: target,
    keepBuilds: config.keepBuilds,
    async afterwards({ target, ...live }) {
      goLive();
      await leaveState({ ...options, ...fixed, ...live, beside: target.beside });
    },
  });
  const { uploaded, deleted } = files;
  return {
    ok: true,
    summary: `${target.text}: ${pluralize(uploaded, "file")} sent, ${deleted} deleted, ${pluralize(requests, "request")}`,
  };
}

export async function verifyStep(
  options: Common & { stateDir: string; url: string; sample: number | undefined },
): Promise<{ ok: boolean; summary: string }> {
  const { verifyLive } = await import("./verify.ts");
  const { ok, url, checked, wrong } = await verifyLive({ ...options, headers: true, connections: 24 });
  const [first] = wrong;
  if (ok || !first) return { ok, summary: `${url}: ${checked} addresses checked, all as built` };
  const { path, what, expected, got } = first;
  return {
    ok,
    summary: `${url}: ${checked} addresses checked, ${wrong.length} wrong, first ${path}: ${what} is ${got || "missing"}, expected ${expected}`,
  };
}

/** What a build wrote, and how many errors and warnings it has. */
export function buildText({ summary, problems: groups }: ResidentBuild): string {
  const { written, removed } = summary.pages;
  const { error, warning } = countProblems(groups);
  const problems = error + warning > 0 ? `, ${pluralize(error, "error")}, ${pluralize(warning, "warning")}` : "";
  return `build ${summary.buildId}, ${pluralize(written, "page")} written, ${removed} removed${problems}`;
}

/** Problems of the content service or a source: pages may differ because of these and not because of a publish. */
export function serviceProblems({ problems }: ResidentBuild): string[] {
  const groups = problems.filter(({ code }) => code.startsWith("FETCH_") || code === "SOURCE_FAILED");
  return groups.flatMap(({ code, first }) => first.map(({ message }) => `${code}: ${message}`));
}

/**
 * Runs the configured command and returns its exit code. It is stopped with this process, including its child
 * processes.
 */
export function thenStep(
  command: string,
  { cwd, log, signal }: { cwd: string; log: (line: string) => void; signal: AbortSignal },
): Promise<number> {
  return new Promise((resolveCode) => {
    const child = spawn(command, { cwd, shell: true, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const stop = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    };
    signal.addEventListener("abort", stop, { once: true });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data: Buffer) => log(data.toString().trimEnd()));
    child.on("error", () => resolveCode(127));
    child.on("close", (code) => {
      signal.removeEventListener("abort", stop);
      resolveCode(code ?? 1);
    });
  });
}

/** Where pages and stories are found. */
export function editorPlaces(config: Config, { stateDir, site }: { stateDir: string; site: string }): Places {
  const ids = new Map<string, string>();
  const idOf = (space: string): string => getOrInsert(ids, space, () => spaceIdOf(space, { config, stateDir }));
  return { site, editor: ({ id, space = MAIN_SPACE }) => editorLink(idOf(space), id) };
}
