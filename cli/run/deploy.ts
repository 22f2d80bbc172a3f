import { resolve } from "node:path";
import { deploy } from "../../src/deploy/deploy.ts";
import { parseTarget, withoutPassword } from "../../src/deploy/parse-target.ts";
import { deploySwitched } from "../../src/deploy/switched/deploy-switched.ts";
import { sizeText } from "../../src/files/full-disk.ts";
import { leaveState } from "../../src/state/leave-state.ts";
import { KEY_VARIABLE, openSeal } from "../../src/state/seal.ts";
import { type CommandContext, configOf, type FolderFlags } from "../command-context.ts";
import { createReporter, pluralize, secondsText } from "../report.ts";

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
  const { endpoint = "", jobs, dryRun = false, full = false, adopt = false } = flags;
  const leave = { stateDir, env, jobs, full, reporter };
  const run = flags.switch ? deploySwitched : deploy;
  const { changed, ...report } = await run({
    ...{ address: parseTarget(target, cwd), out: resolve(cwd, flags.out), keepBuilds: config.keepBuilds },
    ...{ endpoint, env, jobs, dryRun, full, adopt, reporter, signal },
    afterwards: ({ target, local, retry }) => leaveState({ ...leave, local, beside: target.beside, retry }),
  }).finally(() => reporter.end());
  if (flags.json) streams.stdout.write(`${JSON.stringify(flags.printChanged ? { ...report, changed } : report)}\n`);
  else if (flags.printChanged) streams.stdout.write(changed.map((address) => `${address}\n`).join(""));
  const { files, bytes, requests, ms, buildId } = report;
  const verb = flags.dryRun ? "Dry run, nothing uploaded to" : "Deployed to";
  reporter.done(
    `${verb} ${report.target}: ${pluralize(files.uploaded, "file")} sent (${sizeText(bytes)}), ${files.unchanged} unchanged, ` +
      `${files.deleted} deleted, ${pluralize(requests, "request")}, ${secondsText(ms)}, build ${buildId}`,
  );
  return 0;
}
