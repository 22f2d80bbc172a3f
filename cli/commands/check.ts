/** Options and help of `sitegen check`; cli/run/check.ts runs it. */
import { Command, Option } from "commander";

export function checkCommand(): Command {
  return new Command("check")
    .description("Check the content for problems. Writes nothing.")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("--state <dir>", "state folder: snapshot, caches, rename record", ".sitegen")
    .option("--draft", "check draft content (needs STORYBLOK_PREVIEW_TOKEN)")
    .option("--offline", "check the last snapshot; make no requests")
    .option("--story <id>", "only what concerns one story: its id in the content service; with several spaces pl:<id>")
    .option("--json", "print the problems as one JSON object on stdout")
    .addOption(
      new Option("--fail-on <severity>", "exit with code 4 from this severity on")
        .choices(["warning", "error"])
        .default("error"),
    )
    .option("--verbose", "list every problem")
    .option("-q, --quiet", "print only the problems")
    .addHelpText(
      "after",
      `
Examples:
  sitegen check                          check the content
  sitegen check --fail-on warning        in CI: exit with code 4 for warnings too
  sitegen check --json | jq '.problems[].code'`,
    );
}
