/** Options and help of `sitegen share`; cli/run/share.ts runs it. */

import { Command, InvalidArgumentError, Option } from "commander";
import { isUrl } from "../../src/util/is-url.ts";
import { parseRelease } from "./generate.ts";

export function shareCommand(): Command {
  return new Command("share")
    .description("A signed link that shows one draft for some time to people without an account.")
    .argument("[story]", "slug or id of the story")
    .addOption(
      new Option("--for <time>", "how long it shows the draft: 30m, 12h, 7d, 2w; at most a year")
        .argParser(parseTime)
        .default(WEEK, "7d"),
    )
    .option("--language <code>", "language of the site (default: the story's own)")
    .option("--release <id>", "the story as it will be once this release is merged", parseRelease)
    .option("--at <url>", "where `sitegen serve` or the function runs (default: the site's own address)", parseAddress)
    .option("--revoke [link]", "take back a link, by its id or itself; those of a story; or `all`, the default")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("--state <dir>", "state folder, which remembers the links", ".sitegen")
    .option("--json", "print the result as one JSON object on stdout")
    .option("-q, --quiet", "print only errors")
    .addHelpText(
      "after",
      `
SITEGEN_SHARE_SECRET signs the links; the place that answers them, \`sitegen serve\` or a function at the edge
(\`sitegen init --drafts\`), has the same. SITEGEN_SHARE_ADDRESS stands for --at. A link shows its draft as it is when it is
opened, and nothing of any other draft.

A link that is taken back ends at once in \`sitegen serve\` with the same state folder. A function at the edge learns of it
from its environment: set SITEGEN_SHARE_REVOKED there to what the command prints. A new secret ends all links everywhere.

Examples:
  sitegen share company/about --for 7d
  sitegen share company/about --for 12h --language de --release 1234
  sitegen share home --at http://127.0.0.1:3000
  sitegen share --revoke 5f2a9c01b7d4
  sitegen share company/about --revoke
  sitegen share --revoke all

Exit codes: 0 done · 1 no such story or link · 2 usage, configuration, or no secret · 5 content service`,
    );
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const WEEK = 604_800_000;
/** A link lasts no longer. */
export const YEAR = 366 * 86_400_000;

function parseTime(text: string): number {
  const [, count = "", unit = ""] = /^([1-9]\d{0,4})([mhdw])$/.exec(text) ?? [];
  const lasts = Number(count) * (UNITS[unit] ?? 0);
  if (!(lasts > 0 && lasts <= YEAR))
    throw new InvalidArgumentError("It must be a number with m, h, d or w, such as 7d, and at most a year.");
  return lasts;
}

function parseAddress(text: string): string {
  const isAddress = /^https?:\/\//.test(text) && isUrl(text);
  if (!isAddress) throw new InvalidArgumentError("It must be an address that begins with https:// or http://.");
  return text;
}
