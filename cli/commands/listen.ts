import { Command } from "commander";
import type { CommandContext } from "../main.ts";
import type { Finish } from "../program.ts";
import { port } from "./serve.ts";

export interface ListenFlags {
  config?: string;
  out: string;
  state: string;
  port: number;
  host: string;
  then?: string;
  verbose?: boolean;
}

export function listenCommand(context: CommandContext, finish: Finish): Command {
  return new Command("listen")
    .description("Receive publish webhooks and generate after each.")
    .option("-p, --port <n>", "port to listen on", port, 8080)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--then <command>", "shell command to run after each publish, an upload for example")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("-o, --out <dir>", "output folder", "out")
    .option("--state <dir>", "folder of snapshot, caches and rename record", ".sitegen")
    .option("--verbose", "log the steps of each build")
    .addHelpText(
      "after",
      `
The webhook's secret comes from STORYBLOK_WEBHOOK_SECRET. Requests without a valid signature are refused.
GET / answers health and the last result as JSON; 503 after a failure.

Examples:
  STORYBLOK_WEBHOOK_SECRET=… sitegen listen --port 8080
  sitegen listen --then "rclone sync out remote:site"`,
    )
    .action(async (flags: ListenFlags) => {
      const { runListen } = await import("../run/listen.ts");
      finish(await runListen(flags, context));
    });
}
