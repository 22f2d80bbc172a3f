/** Options and help of `sitegen merge`; cli/run/merge.ts runs it. */
import { Command } from "commander";
import { fromOption } from "./generate.ts";

export function mergeCommand(): Command {
  return new Command("merge")
    .description("Combine the parts rendered on several machines and publish the site.")
    .argument("<part...>", "folders of all parts, in any order")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("-o, --out <dir>", "output folder", "out")
    .option("--state <dir>", "state folder that the parts were rendered from", ".sitegen")
    .addOption(fromOption())
    .option("--strict", "fail on content problems")
    .option("--keep-going", "keep the last good version of pages that failed to render (exit code 3)")
    .option("-n, --dry-run", "do everything except publish")
    .option("--allow-removals", "publish even if many pages would be removed")
    .option("--json", "print the result as one JSON object on stdout, as generate does")
    .option("--verbose", "verbose output")
    .option("-q, --quiet", "print only problems and errors")
    .addHelpText(
      "after",
      `
The result is byte for byte that of \`sitegen generate\` on one machine.

Examples:
  sitegen pull
  sitegen generate --shard 1/2 --out part-1    on one machine
  sitegen generate --shard 2/2 --out part-2    on another
  sitegen merge part-1 part-2

Exit codes: 0 done · 1 a part is missing, given twice, damaged or of another input; nothing published · 2 usage or
configuration · 3 some routes kept their last good version · 130 interrupted`,
    );
}
