/** Options and help of `sitegen why`; cli/run/why.ts runs it. */
import { Command } from "commander";

export function whyCommand(): Command {
  return new Command("why")
    .description("Explain what a page was built from, and why the last build did or did not write it.")
    .argument("<route>", "path or URL of the page, for example /contact/, or of a file of an output of the site's own")
    .option("--state <dir>", "state folder: snapshot, caches, rename record", ".sitegen")
    .addHelpText(
      "after",
      `
Examples:
  sitegen why /
  sitegen why /contact/`,
    );
}
