import { resolve } from "node:path";
import { BUILD_DEFAULTS } from "../../src/generate/build-options.ts";
import { build } from "../../src/generate/generate.ts";
import type { StateFromTarget } from "../../src/state/from-target.ts";
import { type CommandContext, configOf, type FolderFlags } from "../command-context.ts";
import { createReporter } from "../report.ts";
import { type GenerateFlags, tellResult } from "./generate.ts";
import { fromTarget, withStateFolder } from "./state-folder.ts";

export type MergeFlags = FolderFlags &
  Pick<GenerateFlags, "from" | "strict" | "keepGoing" | "dryRun" | "allowRemovals">;

/** `sitegen merge`: a build from pages that other machines rendered. */
export async function runMerge(parts: string[], flags: MergeFlags, context: CommandContext): Promise<number> {
  const { streams, cwd, signal, onFailure } = context;
  const reporter = createReporter(streams, flags);
  const out = resolve(cwd, flags.out);
  onFailure(() => ({ buildId: "", out }));
  const { env, config } = await configOf(flags, context);
  const stateDir = resolve(cwd, flags.state);
  const options = { ...BUILD_DEFAULTS, ...flags, config, out, stateDir, offline: true, reporter, signal };
  const folders = parts.map((part) => resolve(cwd, part));
  const from = fromTarget(flags.from, { ...options, env, cwd });
  const work = (state?: StateFromTarget) => build({ ...options, fromTarget: state, parts: folders });
  const result = await withStateFolder(stateDir, () => from(work)).finally(() => reporter.end());
  return tellResult(result, flags, context);
}
