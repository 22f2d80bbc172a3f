/** Options and help of `sitegen doctor`; cli/run/doctor.ts runs it. */
import { Command } from "commander";

export function doctorCommand(): Command {
  return new Command("doctor")
    .description("Say what is wrong with a set-up: machine, content service, webhook, live site.")
    .argument("[url]", "the live site's address, for example https://www.example.com/")
    .option("--webhook <url>", "the address that the space's webhook calls")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("-o, --out <dir>", "output folder", "out")
    .option("--state <dir>", "state folder: snapshot, caches, rename record", ".sitegen")
    .option("--no-headers", "skip caching and security headers, for hosts that cannot set them")
    .option("--json", "print the result as one JSON object on stdout")
    .addHelpText(
      "after",
      `
Asks each question once and changes nothing. A token that the content service rejects is tried in its other regions.

Examples:
  sitegen doctor
  sitegen doctor https://www.example.com/ --webhook https://www.example.com/webhook
  sitegen doctor --json | jq -r '.findings[].code'

Exit codes: 0 nothing is wrong · 2 usage · 4 something is wrong`,
    );
}
