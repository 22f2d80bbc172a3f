import type { Config } from "../../src/config/config.ts";
import type { TargetAddress } from "../../src/deploy/parse-target.ts";
import type { ResidentBuild } from "../../src/generate/resident/messages.ts";
import { countProblems } from "../../src/incremental/problem-report.ts";
import { SitegenError } from "../../src/problems/errors.ts";
import type { Reporter } from "../../src/problems/reporter.ts";
import { pluralize } from "../pluralize.ts";

type StepName = "generate" | "deploy" | "verify";

/** Result of a step, for the log and for GET /. */
export interface StepResult {
  ok: boolean;
  /** Start time in ISO format. */
  at: string;
  ms: number;
  summary: string;
}

export interface StepLog {
  /** Runs a step and stores its result, also if it throws. */
  note<T extends { ok: boolean; summary: string }>(name: StepName, work: () => Promise<T>): Promise<T>;
  read(): Partial<Record<StepName, StepResult>>;
}

/** Stores the last result of each step. */
export function createStepLog(): StepLog {
  const last: Partial<Record<StepName, StepResult>> = {};
  return {
    async note(name, work) {
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
    target: TargetAddress;
    endpoint: string;
    env: Readonly<Record<string, string | undefined>>;
  },
): Promise<{ ok: boolean; summary: string }> {
  const { config, target } = options;
  const { deploy } = await import("../../src/deploy/deploy.ts");
  const fixed = { jobs: 16, dryRun: false, full: false, adopt: false };
  const { files, requests } = await deploy({ ...options, ...fixed, address: target, keepBuilds: config.keepBuilds });
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
    summary: `${url}: ${wrong.length} of ${checked} wrong, first ${path}: ${what} is ${got || "missing"}, expected ${expected}`,
  };
}

/** What a build wrote, and how many errors and warnings it has. */
export function buildText({ summary, problems: groups }: ResidentBuild): string {
  const { written, removed } = summary.pages;
  const { error, warning } = countProblems(groups);
  const problems = error + warning > 0 ? `, ${pluralize(error, "error")}, ${pluralize(warning, "warning")}` : "";
  return `build ${summary.buildId}, ${pluralize(written, "page")} written, ${removed} removed${problems}`;
}

/** What the content service or a source failed to give: pages change because of that and not because of a publish. */
export function serviceProblems({ problems }: ResidentBuild): string[] {
  const groups = problems.filter(({ code }) => code.startsWith("FETCH_") || code === "SOURCE_FAILED");
  return groups.flatMap(({ code, first }) => first.map(({ message }) => `${code}: ${message}`));
}
