import { spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Config } from "../../src/config/config.ts";
import { readEnvironment } from "../../src/config/env-file.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { parseTarget, type TargetAddress } from "../../src/deploy/parse-target.ts";
import { BUILD_DEFAULTS, type BuildOptions } from "../../src/generate/build-options.ts";
import { createResidentBuilder, type ResidentBuilder } from "../../src/generate/resident/resident-builder.ts";
import { createBuildQueue, type RunOutcome } from "../../src/listen/build-queue.ts";
import { startWebhookServer } from "../../src/listen/server.ts";
import { sitegenError } from "../../src/problems/errors.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import type { CommandContext } from "../command-context.ts";
import {
  buildText,
  createStepLog,
  deployStep,
  logError,
  type StepLog,
  serviceProblems,
  verifyStep,
} from "./listen-steps.ts";
import { withStateFolder } from "./state-folder.ts";

export interface ListenFlags {
  config?: string;
  out: string;
  state: string;
  port: number;
  host: string;
  deploy?: string;
  endpoint?: string;
  verify?: string;
  sample?: number;
  then?: string;
  verbose?: boolean;
}

/** `sitegen listen`: receives webhooks and runs one generate at a time. */
export async function runListen(flags: ListenFlags, context: CommandContext): Promise<number> {
  const { streams, cwd, signal } = context;
  const env = readEnvironment(cwd, streams.env);
  const config = await loadConfig({ cwd, file: flags.config, env });
  const secret = config.storyblok.webhookSecret;
  if (secret === "") {
    throw sitegenError("LISTEN_CONFIG", {
      message: "No webhook secret is set, so webhooks cannot be verified.",
      hint: "Set STORYBLOK_WEBHOOK_SECRET to the secret of the webhook in the content service.",
    });
  }
  const log = (line: string) => streams.stderr.write(`${new Date().toISOString()} ${line}\n`);
  // The first run always uploads, in case the last upload failed or was interrupted.
  const hasUpload = [flags.deploy, flags.verify, flags.then].some((step) => step !== undefined);
  const upload = { due: hasUpload, buildId: "" };
  const steps = createStepLog();
  const target = flags.deploy === undefined ? null : parseTarget(flags.deploy, cwd); // refused before the server starts
  const sources: Run["sources"] = { names: null };
  const publisher = createBuildQueue({
    run: (how) => publish({ config, env, builder, flags, context, log, upload, steps, target, sources, ...how }),
    log,
  });
  const server = await startWebhookServer({
    host: flags.host,
    port: flags.port,
    secret,
    consoleKey: config.consoleKey,
    publisher,
    log,
    details: steps.read,
    hasSource: (name) => sources.names?.includes(name) ?? true,
  });
  const builder = createResidentBuilder(); // not needed before the server listens
  streams.stdout.write(`http://${flags.host}:${server.port}/\n`);
  log("listening");
  publisher.trigger(); // publishes what changed while this was not running
  await new Promise((done) => signal.addEventListener("abort", done, { once: true }));
  await server.close();
  await publisher.stop();
  builder.close();
  return 130;
}

interface Run {
  config: Config;
  builder: ResidentBuilder;
  flags: ListenFlags;
  context: CommandContext;
  log: (line: string) => void;
  /** True until all steps after a build have succeeded. */
  upload: { due: boolean; buildId: string };
  steps: StepLog;
  target: TargetAddress | null;
  full: boolean;
  /** Names of sources to ask now. */
  due: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** Names of the site's own sources; null until the first build has told them. */
  sources: { names: readonly string[] | null };
}

async function publish(run: Run): Promise<RunOutcome> {
  const { config, env, builder, flags, context, log, upload, steps, full, due, sources } = run;
  const { cwd, signal } = context;
  const hasUpload = [flags.deploy, flags.verify, flags.then].some((step) => step !== undefined);
  const done: string[] = [];
  try {
    const stateDir = resolve(cwd, flags.state);
    const options: BuildOptions = {
      ...BUILD_DEFAULTS,
      config,
      env,
      // The first build asks all of them, as generate does.
      ask: sources.names === null ? "all" : { now: due },
      out: resolve(cwd, flags.out),
      stateDir,
      full,
      countsProblems: true,
      reporter: reporterOf(run),
      signal,
    };
    const { site, moved, nextInMs } = await steps.note("generate", async () => {
      const built = await withStateFolder(stateDir, () => builder.build(options));
      for (const line of serviceProblems(built)) log(line);
      const { summary, moved } = built;
      sources.names = built.sources;
      const nextInMs = earlier(built.staleForMs, built.sourcesDueMs);
      return { site: summary, moved, nextInMs, ok: true, summary: buildText(built) };
    });
    done.push(steps.read().generate?.summary ?? "");
    if (hasUpload && site.buildId !== upload.buildId) upload.due = true;
    upload.buildId = site.buildId;
    const failure = upload.due ? await runSteps(run, stateDir) : "";
    if (failure !== "") return { ok: false, moved, summary: [...done, failure].join("; ") };
    upload.due = false;
    return { ok: true, moved, nextInMs, summary: done.join("; ") };
  } catch (error) {
    return { ok: false, moved: true, summary: [...done, logError(error)].join("; ") };
  }
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/** Runs deploy, verify and the configured command, in this order; returns why it stopped, or "". */
async function runSteps(run: Run, stateDir: string): Promise<string> {
  const { config, flags, context, log, steps, target } = run;
  const { cwd, signal, streams } = context;
  const common = { out: resolve(cwd, flags.out), reporter: reporterOf(run), signal };
  if (target) {
    const { summary } = await steps.note("deploy", () =>
      deployStep({ ...common, config, target, endpoint: flags.endpoint ?? "", env: readEnvironment(cwd, streams.env) }),
    );
    log(summary);
  }
  const url = flags.verify;
  if (url !== undefined) {
    const { ok, summary } = await steps.note("verify", () =>
      verifyStep({ ...common, config, stateDir, url, sample: flags.sample }),
    );
    log(summary);
    if (!ok) return summary;
  }
  const code = flags.then ? await runThen(flags.then, { cwd, log, signal }) : 0;
  return code === 0 ? "" : `the command of --then exited with ${code}`;
}

function reporterOf({ flags, log }: Pick<Run, "flags" | "log">) {
  return flags.verbose ? { ...SILENT, step: log, info: log, warn: log, detail: log } : SILENT;
}

interface ThenOptions {
  cwd: string;
  log: Run["log"];
  signal: AbortSignal;
}

/**
 * Runs the configured command and returns its exit code. It is stopped with this process, including its child
 * processes.
 */
function runThen(command: string, { cwd, log, signal }: ThenOptions): Promise<number> {
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
