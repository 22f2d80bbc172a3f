/** Options and help of `sitegen schema`; cli/run/schema.ts runs it. */
import { Command, Option } from "commander";

export function schemaCommand(): Command {
  return new Command("schema")
    .description("Print the block schemas as Storyblok components.")
    .option("-c, --config <file>", "configuration file; its platformName names the platform's components")
    .option("--list", "print the components as a list, as Storyblok's CLI reads them")
    .option("--force", "print the list even if `init --from-space` guessed a schema from the content")
    .addOption(new Option("--types", "print TypeScript types instead").conflicts(["list", "diff", "components"]))
    .addOption(
      new Option(
        "--diff",
        "print where the blocks and the components of the space differ; exit 4 if they do",
      ).conflicts("list"),
    )
    .option("--components <path>", "with --diff: a file or folder of Storyblok's CLI, or a module of @storyblok/schema")
    .addHelpText(
      "after",
      `
Examples:
  sitegen schema --list > .storyblok/components/1234/components.json
                                                for storyblok components push --space 1234
  STORYBLOK_MANAGEMENT_TOKEN=… sitegen schema --diff   what the space has otherwise, for CI
  sitegen schema --types > src/storyblok.d.ts   types of the stored content`,
    );
}
