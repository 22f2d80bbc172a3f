import { resolve } from "node:path";
import { type DeployReport, deploy } from "../../src/deploy/deploy.ts";
import { parseTarget, withoutPassword } from "../../src/deploy/parse-target.ts";
import { deploySwitched } from "../../src/deploy/switched/deploy-switched.ts";
import { leaveState } from "../../src/state/leave-state.ts";
import { KEY_VARIABLE, openSeal } from "../../src/state/seal.ts";
import type { CommandContext, FolderFlags } from "../command-context.ts";
import { createReporter } from "../report.ts";
import { createStyle, pluralize } from "../style.ts";
import { configOf } from "./config.ts";

export interface DeployFlags extends FolderFlags {
  dryRun?: boolean;
  full?: boolean;
  adopt?: boolean;
  switch?: boolean;
  jobs: number;
  endpoint?: string;
  printChanged?: boolean;
}

/** `sitegen deploy`: uploads the output; prints progress, and the result as text, as changed URLs or as JSON. */
export async function runDeploy(target: string, flags: DeployFlags, context: CommandContext): Promise<number> {
  const { streams, cwd, signal, onFailure } = context;
  const reporter = createReporter(streams, flags);
  const started = performance.now();
  const blank = {
    target: withoutPassword(target),
    buildId: "",
    files: { total: 0, uploaded: 0, unchanged: 0, deleted: 0 },
    bytes: 0,
  };
  onFailure(() => ({ ...blank, requests: 0, ms: Math.round(performance.now() - started) }));
  const { env, config } = await configOf(flags, context);
  const stateDir = resolve(cwd, flags.state);
  openSeal(env[KEY_VARIABLE] ?? ""); // refuses a short key before anything is uploaded
  const leave = { stateDir, env, jobs: flags.jobs, full: flags.full === true, reporter };
  const run = flags.switch ? deploySwitched : deploy;
  const report = await run({
    address: parseTarget(target, cwd),
    out: resolve(cwd, flags.out),
    endpoint: flags.endpoint ?? "",
    env,
    jobs: flags.jobs,
    keepBuilds: config.keepBuilds,
    dryRun: flags.dryRun === true,
    full: flags.full === true,
    adopt: flags.adopt === true,
    afterwards: ({ target, local, retry }) => leaveState({ ...leave, local, beside: target.beside, retry }),
    reporter,
    signal,
  }).finally(() => reporter.end());
  print(report, flags, context);
  return 0;
}

function print({ changed, ...report }: DeployReport, flags: DeployFlags, { streams }: CommandContext): void {
  if (flags.json) streams.stdout.write(`${JSON.stringify(flags.printChanged ? { ...report, changed } : report)}\n`);
  else if (flags.printChanged) streams.stdout.write(changed.map((address) => `${address}\n`).join(""));
  if (flags.quiet) return;
  const { files, bytes, requests, ms, target, buildId } = report;
  const style = createStyle(streams.stderr, streams.env);
  const verb = flags.dryRun ? "Dry run, nothing uploaded to" : "Deployed to";
  streams.stderr.write(
    `${style.green("✓")} ${verb} ${target}: ${pluralize(files.uploaded, "file")} sent (${megabytes(bytes)}), ${files.unchanged} unchanged, ` +
      `${files.deleted} deleted, ${pluralize(requests, "request")}, ${(ms / 1000).toFixed(1)} s, build ${buildId}\n`,
  );
}

function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
