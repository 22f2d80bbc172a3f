/** Options and help of `sitegen generate`; cli/run/generate.ts runs it. */
import { Command, InvalidArgumentError, Option } from "commander";

export function generateCommand(): Command {
  return new Command("generate")
    .description("Build the site: pull the space, render every page, publish to the output folder.")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("-o, --out <dir>", 'output folder (default: "out"; with --release "out-release-<id>")')
    .option("--draft", "build from draft content (needs STORYBLOK_PREVIEW_TOKEN)")
    .option("--full", "ignore the snapshot and the render cache")
    .option("--offline", "build from the last snapshot; make no requests")
    .option("-j, --jobs <n>", "number of render threads (default: number of cores)", parsePositiveInteger)
    .option("--strict", "fail on content problems")
    .option("--keep-going", "keep the last good version of pages that fail to render (exit code 3)")
    .option("-n, --dry-run", "do everything except publish")
    .option(
      "--allow-removals",
      "publish even if no page is left, or more pages are removed than maxRemovedShare allows",
    )
    .option("--shard <i/n>", "render part i of n from the last pull into --out, for `sitegen merge`")
    .option(
      "--release <id>",
      "the site as it will be once this release of the space is merged (needs STORYBLOK_PREVIEW_TOKEN)",
      parseRelease,
    )
    .option("--diff", "with --release: only list the pages that come, go and change, and what `check` finds")
    .option(
      "--state <dir>",
      'state folder: snapshot, caches, rename record (default: ".sitegen"; with --release ".sitegen/releases/<id>")',
    )
    .addOption(fromOption())
    .option("--json", "print the result as one JSON object on stdout")
    .option("--verbose", "verbose output")
    .option("-q, --quiet", "print only problems and errors")
    .addHelpText(
      "after",
      `
Examples:
  sitegen generate                              build the configured space (or the sample) into out/
  STORYBLOK_TOKEN=… sitegen generate            your own space
  sitegen generate --offline --out preview      rebuild from the last pull
  sitegen generate --json | jq .pages           for scripts
  sitegen generate --from s3://example-site     on a machine without a state folder: only what changed
  sitegen generate --release 7                  the site with release 7, into out-release-7/
  sitegen generate --release 7 --diff           what release 7 changes; writes nothing
  sitegen generate --shard 2/4 --out part-2     the second of four parts, after \`sitegen pull\`

Without --shard, sitegen reads the variables of common schedulers: CI_NODE_INDEX with CI_NODE_TOTAL, and
JOB_COMPLETION_INDEX or AWS_BATCH_JOB_ARRAY_INDEX with SITEGEN_SHARDS.

Exit codes: 0 done · 1 failed, nothing published · 2 usage or configuration · 3 some pages kept their last
good version · 5 content service unreachable, unauthorised or rate limit exhausted · 130 interrupted`,
    );
}

/** `--from`, also of `pull`. */
export function fromOption(): Option {
  return new Option("--from <target>", "begin with the state that `deploy` left at this target").conflicts([
    "draft",
    "release",
  ]);
}

/** The number in the visual editor's address. */
export function parseRelease(text: string): string {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError("It must be the release's number.");
  return text;
}

export function parsePositiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It must be a whole number above 0.");
  return value;
}
