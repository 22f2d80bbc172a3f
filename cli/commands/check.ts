import { Command, Option } from "commander";
import type { CommandContext, Finish } from "../command-context.ts";
import type { CheckFlags } from "../run/check.ts";

export function checkCommand(context: CommandContext, finish: Finish): Command {
  return new Command("check")
    .description("Find what is wrong in the content; nothing is written.")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("--state <dir>", "folder of snapshot, caches and rename record", ".sitegen")
    .option("--draft", "check draft content (needs STORYBLOK_PREVIEW_TOKEN)")
    .option("--offline", "check the last snapshot, without any request")
    .option("--json", "print the findings as one JSON object on stdout")
    .addOption(
      new Option("--fail-on <severity>", "from which severity on the exit code is 4")
        .choices(["warning", "error"])
        .default("error"),
    )
    .option("--verbose", "list every finding")
    .option("-q, --quiet", "say nothing but the findings")
    .addHelpText(
      "after",
      `
Examples:
  sitegen check                          what is wrong in the content
  sitegen check --fail-on warning        for CI: exit code 4 also for warnings
  sitegen check --json | jq '.problems[].code'`,
    )
    .action(async (flags: CheckFlags) => {
      const { runCheck } = await import("../run/check.ts");
      finish(await runCheck(flags, context));
    });
}
