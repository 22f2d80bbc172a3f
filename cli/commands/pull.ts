/** Options and help of `sitegen pull`; cli/run/pull.ts runs it. */
import { Command } from "commander";
import { fromOption } from "./generate.ts";

export function pullCommand(): Command {
  return new Command("pull")
    .description("Download the space into the state folder: content, assets, client bundle. Renders nothing.")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("--state <dir>", "state folder: snapshot, caches, rename record", ".sitegen")
    .addOption(fromOption())
    .option("--full", "ignore the snapshot")
    .option("--draft", "pull draft content (needs STORYBLOK_PREVIEW_TOKEN)")
    .option("--json", "print the result as one JSON object on stdout")
    .option("--verbose", "verbose output")
    .option("-q, --quiet", "print only problems and errors")
    .addHelpText(
      "after",
      `
The first step of a build on several machines: copy the state folder to each, then \`sitegen generate --shard\`.

Examples:
  sitegen pull
  sitegen pull --state shared/state --json
  sitegen pull --from s3://example-site         first what \`deploy\` left there, then what changed

Exit codes: 0 done · 1 failed · 2 usage or configuration · 5 content service unreachable, unauthorised or rate limit
exhausted · 130 interrupted`,
    );
}
