import { Command } from "commander";
import type { CommandContext, Finish } from "../command-context.ts";
import type { ExportFlags } from "../run/export.ts";

export function exportCommand(context: CommandContext, finish: Finish): Command {
  return new Command("export")
    .description("Pull a space into a space folder: backup, offline work, a new sample.")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("-d, --dir <dir>", "folder to write; empty, new, or an earlier export", "space")
    .option("--assets", "copy the assets too; else they stay where they are")
    .option("--offline", "export the last snapshot, without any request")
    .option("--state <dir>", "folder of snapshot, caches and rename record", ".sitegen")
    .option("--verbose", "list every problem")
    .option("-q, --quiet", "say nothing but problems and errors")
    .addHelpText(
      "after",
      `
Examples:
  STORYBLOK_TOKEN=… sitegen export --dir backup --assets   the whole space as files
  sitegen space --dir backup                               serve it as the content service would`,
    )
    .action(async (flags: ExportFlags) => {
      const { runExport } = await import("../run/export.ts");
      finish(await runExport(flags, context));
    });
}
