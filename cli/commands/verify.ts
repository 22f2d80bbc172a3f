import { Command } from "commander";
import type { CommandContext, Finish } from "../command-context.ts";
import type { VerifyFlags } from "../run/verify.ts";
import { positive } from "./generate.ts";

export function verifyCommand(context: CommandContext, finish: Finish): Command {
  return new Command("verify")
    .description("Ask a live site whether it is the build in the output folder.")
    .argument("<url>", "the site's address, for example https://www.example.com/")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("-o, --out <dir>", "output folder", "out")
    .option("--state <dir>", "folder of snapshot, caches and rename record", ".sitegen")
    .option("--sample <n>", "check so many pages, files and redirects instead of all", positive)
    .option("--no-headers", "leave caching and security headers out, for a host that cannot set them")
    .option("-j, --jobs <n>", "requests at once", positive, 24)
    .option("--json", "print the result as one JSON object on stdout")
    .option("-q, --quiet", "print only errors")
    .addHelpText(
      "after",
      `
Every file's status, type and bytes, redirects with status and target (a stub counts where the host has none),
caching and security headers, error pages, references that lead nowhere, old paths of renamed stories.

Examples:
  sitegen deploy s3://example-site && sitegen verify https://www.example.com/
  sitegen verify https://www.example.com/ --sample 50 --json | jq .wrong

Exit codes: 0 the site is this build · 1 something is wrong · 2 usage or configuration`,
    )
    .action(async (url: string, flags: VerifyFlags) => {
      const { runVerify } = await import("../run/verify.ts");
      finish(await runVerify(url, flags, context));
    });
}
