import { resolve } from "node:path";
import { BUILD_DEFAULTS } from "../../src/generate/build-options.ts";
import { inputHash, withShardInputs } from "../../src/generate/shards/shard-inputs.ts";
import type { StateFromTarget } from "../../src/state/from-target.ts";
import { type CommandContext, type CommonFlags, configOf } from "../command-context.ts";
import { createReporter, pluralize, secondsText } from "../report.ts";
import { fromTarget, withStateFolder } from "./state-folder.ts";

export interface PullFlags extends CommonFlags {
  state: string;
  full?: boolean;
  draft?: boolean;
  from?: string;
}

/** `sitegen pull`: downloads the space and everything else needed for rendering into the state folder. */
export async function runPull(flags: PullFlags, context: CommandContext): Promise<number> {
  const { streams, cwd, signal, onFailure } = context;
  const reporter = createReporter(streams, flags);
  onFailure(() => ({ input: "", stories: 0 }));
  const { env, config } = await configOf(flags, context);
  const stateDir = resolve(cwd, flags.state);
  const options = { ...BUILD_DEFAULTS, ...flags, out: "", config, env, stateDir, reporter, signal };
  const from = fromTarget(flags.from, { ...options, out: resolve(cwd, "out"), cwd, whole: true, withoutOut: true });
  const work = (state?: StateFromTarget) =>
    withShardInputs({ ...options, fromTarget: state }, async (prepared) => {
      const { site, pulled } = prepared.mapped;
      return {
        ok: true,
        input: inputHash(prepared),
        cv: pulled.space.cv,
        stories: Object.values(site.entries).reduce((sum, entries) => sum + entries.size, 0),
        pages: prepared.made.context.site.routes.length,
        assets: prepared.made.assets.files.length,
        requests: pulled.requests,
        ms: prepared.watch.read().total,
      };
    });
  const report = await withStateFolder(stateDir, () => from(work)).finally(() => reporter.end());
  if (flags.json) streams.stdout.write(`${JSON.stringify(report)}\n`);
  const { stories, pages, requests, ms } = report;
  reporter.done(
    `Pulled: ${pluralize(stories, "story", "stories")} for ${pluralize(pages, "page")}, ` +
      `${pluralize(requests.total, "request")}, ${secondsText(ms)}`,
  );
  return 0;
}
