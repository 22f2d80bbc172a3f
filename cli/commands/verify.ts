/** Options and help of `sitegen verify`; cli/run/verify.ts runs it. */
import { Command } from "commander";
import { parsePositiveInteger } from "./generate.ts";

export function verifyCommand(): Command {
  return new Command("verify")
    .description("Check that a live site serves the build in the output folder.")
    .argument("<url>", "the site's address, for example https://www.example.com/")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("-o, --out <dir>", "output folder", "out")
    .option("--state <dir>", "state folder: snapshot, caches, rename record", ".sitegen")
    .option("--sample <n>", "check only n pages, files and redirects", parsePositiveInteger)
    .option("--no-headers", "skip caching and security headers, for hosts that cannot set them")
    .option("-j, --jobs <n>", "number of parallel requests", parsePositiveInteger, 24)
    .option("--json", "print the result as one JSON object on stdout")
    .option("-q, --quiet", "print only errors")
    .addHelpText(
      "after",
      `
Checks status, type and bytes of every file, redirects with status and target (a stub counts where the host has none),
caching and security headers, error pages, broken references, old paths of renamed stories.

Examples:
  sitegen deploy s3://example-site && sitegen verify https://www.example.com/
  sitegen verify https://www.example.com/ --sample 50 --json | jq .wrong

Exit codes: 0 the site is this build · 1 something is wrong · 2 usage or configuration`,
    );
}
