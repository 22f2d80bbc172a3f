/** Options and help of `sitegen listen`; cli/run/listen.ts runs it. */
import { Command } from "commander";
import { parsePositiveInteger } from "./generate.ts";
import { parsePort } from "./serve.ts";

export function listenCommand(): Command {
  return new Command("listen")
    .description("Receive publish webhooks and rebuild the site after each.")
    .option("-p, --port <n>", "port to listen on", parsePort, 8080)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--every <seconds>", "ask the service for changes by itself, webhooks or not", parsePositiveInteger)
    .option("--path-secret", "take webhooks at a secret address instead of signed ones")
    .option("--notify <url>", "post each result: to Slack, Teams, or as JSON to another address")
    .option(
      "--deploy <target>",
      "deploy after each publish: s3://…, sftp://… or a folder (see `sitegen deploy --help`)",
    )
    .option("--switch", "with --deploy: as `deploy --switch`")
    .option("--endpoint <url>", "endpoint of an S3-compatible service, for --deploy")
    .option("--verify <url>", "verify the live site after each publish")
    .option("--sample <n>", "with --verify, check only n pages, files and redirects", parsePositiveInteger)
    .option("--then <command>", "shell command to run after each publish, such as an upload")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("-o, --out <dir>", "output folder", "out")
    .option("--state <dir>", "state folder: snapshot, caches, rename record", ".sitegen")
    .option("--verbose", "verbose output")
    .addHelpText(
      "after",
      `
The webhook's secret comes from STORYBLOK_WEBHOOK_SECRET. Requests without a valid signature are refused. With
--path-secret, unsigned ones are taken at the address in STORYBLOK_WEBHOOK_PATH, for plans whose webhooks have no secret.
POST /sources/NAME, or below the secret address, asks one of the site's own sources again in the same way.
--every also publishes what was scheduled, and what a lost webhook would have told. The address of --notify is a secret:
it can come from SITEGEN_NOTIFY_URL.
GET / returns {"ok":true}, or {"ok":false} with status 503 after a failure. Holders of the key in SITEGEN_CONSOLE_KEY see
more at /console, with an undo, and at /console.json (Authorization: Bearer KEY). Failed steps are retried, and an
unfinished deploy is completed at startup.

Examples:
  STORYBLOK_WEBHOOK_SECRET=… sitegen listen --port 8080
  STORYBLOK_WEBHOOK_PATH=… sitegen listen --path-secret --every 60
  sitegen listen --deploy s3://example-site --verify https://www.example.com/ --sample 50
  sitegen listen --then "rclone sync out remote:site"`,
    );
}
