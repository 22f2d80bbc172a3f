/** Options and help of `sitegen export`; cli/run/export.ts runs it. */
import { Command } from "commander";

export function exportCommand(): Command {
  return new Command("export")
    .description("Export a space to a folder: for backup or offline work.")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("-d, --dir <dir>", "folder to write: new, empty, or an earlier export", "space")
    .option("--assets", "also copy the assets")
    .option("--offline", "export the last snapshot; make no requests")
    .option("--state <dir>", "state folder: snapshot, caches, rename record", ".sitegen")
    .option("--verbose", "list every problem")
    .option("-q, --quiet", "print only problems and errors")
    .addHelpText(
      "after",
      `
Examples:
  STORYBLOK_TOKEN=… sitegen export --dir backup --assets   the whole space as files
  sitegen space --dir backup                               serve it as the content service would`,
    );
}
