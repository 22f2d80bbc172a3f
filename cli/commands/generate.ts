import { Command, InvalidArgumentError } from "commander";
import type { CommandContext, Finish } from "../command-context.ts";
import type { GenerateFlags } from "../run/generate.ts";

export function generateCommand(context: CommandContext, finish: Finish): Command {
  return new Command("generate")
    .description("Pull the space, render every route, write the site.")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("-o, --out <dir>", "output folder", "out")
    .option("--draft", "build from draft content (needs STORYBLOK_PREVIEW_TOKEN)")
    .option("--full", "ignore the snapshot and the render cache")
    .option("--offline", "build from the last snapshot, without any request")
    .option("-j, --jobs <n>", "render workers (default: the number of cores)", positive)
    .option("--strict", "a content problem fails the build")
    .option("--keep-going", "a route that fails keeps its last good version (exit code 3)")
    .option("-n, --dry-run", "do everything but publish")
    .option("--allow-removals", "publish also where no page is left or more go than maxRemovedShare allows")
    .option("--shard <i/n>", "render one of n parts of the last pull into --out, for `sitegen merge`")
    .option("--state <dir>", "folder of snapshot, caches and rename record", ".sitegen")
    .option("--json", "print the result as one JSON object on stdout")
    .option("--verbose", "say more")
    .option("-q, --quiet", "say nothing but problems and errors")
    .addHelpText(
      "after",
      `
Examples:
  sitegen generate                              the sample site, or the configured space, into out/
  STORYBLOK_TOKEN=… sitegen generate            your own space
  sitegen generate --offline --out preview      again from the last pull
  sitegen generate --json | jq .pages           for scripts
  sitegen generate --shard 2/4 --out part-2     the second of four parts, after \`sitegen pull\`

Without --shard the variables of schedulers are read: CI_NODE_INDEX with CI_NODE_TOTAL, and JOB_COMPLETION_INDEX or
AWS_BATCH_JOB_ARRAY_INDEX with SITEGEN_SHARDS.

Exit codes: 0 done · 1 failed, nothing published · 2 usage or configuration · 3 some routes kept their last
good version · 5 content service unreachable, unauthorised or rate limit exhausted · 130 interrupted`,
    )
    .action(async (flags: GenerateFlags) => {
      const { runGenerate } = await import("../run/generate.ts");
      finish(await runGenerate(flags, context));
    });
}

export function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It must be a whole number above 0.");
  return value;
}
