import { Command } from "commander";
import type { CommandContext, Finish } from "../command-context.ts";
import type { ListenFlags } from "../run/listen.ts";
import { positive } from "./generate.ts";
import { port } from "./serve.ts";

export function listenCommand(context: CommandContext, finish: Finish): Command {
  return new Command("listen")
    .description("Receive publish webhooks and generate after each.")
    .option("-p, --port <n>", "port to listen on", port, 8080)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option(
      "--deploy <target>",
      "deploy after each publish: s3://…, sftp://… or a folder (see `sitegen deploy --help`)",
    )
    .option("--endpoint <url>", "address of an S3-compatible service, for --deploy")
    .option("--verify <url>", "verify the live site after each publish")
    .option("--sample <n>", "check so many pages, files and redirects with --verify instead of all", positive)
    .option("--then <command>", "shell command to run after each publish, an upload for example")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("-o, --out <dir>", "output folder", "out")
    .option("--state <dir>", "folder of snapshot, caches and rename record", ".sitegen")
    .option("--verbose", "log the steps of each build")
    .addHelpText(
      "after",
      `
The webhook's secret comes from STORYBLOK_WEBHOOK_SECRET. Requests without a valid signature are refused.
GET / answers health and the last generate, deploy and verify as JSON; 503 after a failure. What failed is tried again,
and a deploy that died is made up for at the start.

Examples:
  STORYBLOK_WEBHOOK_SECRET=… sitegen listen --port 8080
  sitegen listen --deploy s3://example-site --verify https://www.example.com/ --sample 50
  sitegen listen --then "rclone sync out remote:site"`,
    )
    .action(async (flags: ListenFlags) => {
      const { runListen } = await import("../run/listen.ts");
      finish(await runListen(flags, context));
    });
}
