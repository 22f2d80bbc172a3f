import { spawn } from "node:child_process";
import { cpus } from "node:os";
import { resolve } from "node:path";
import type { BuildOptions } from "../../src/build/options.ts";
import { build } from "../../src/build.ts";
import type { Config } from "../../src/config/config.ts";
import { readEnvironment } from "../../src/config/env-file.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { SitegenError, sitegenError } from "../../src/errors.ts";
import { createPublisher, type RunOutcome } from "../../src/listen/publisher.ts";
import { startWebhookServer } from "../../src/listen/server.ts";
import { SILENT } from "../../src/reporter.ts";
import type { ListenFlags } from "../commands/listen.ts";
import type { CommandContext } from "../main.ts";
import { withStateFolder } from "./state-folder.ts";

/** `sitegen listen`: webhooks in, one generate at a time out. */
export async function runListen(flags: ListenFlags, context: CommandContext): Promise<number> {
  const { streams, cwd, signal } = context;
  const config = await loadConfig({ cwd, file: flags.config, env: readEnvironment(cwd, streams.env) });
  const secret = config.storyblok.webhookSecret;
  if (secret === "") {
    throw sitegenError("LISTEN_CONFIG", {
      message: "No webhook secret is set, so nobody's webhook could be trusted.",
      hint: "Set STORYBLOK_WEBHOOK_SECRET to the secret of the webhook in the content service.",
    });
  }
  const log = (line: string) => streams.stderr.write(`${new Date().toISOString()} ${line}\n`);
  const publisher = createPublisher({ run: () => publish({ config, flags, context, log }), log });
  const server = await startWebhookServer({ host: flags.host, port: flags.port, secret, publisher, log });
  streams.stdout.write(`http://${flags.host}:${server.port}/\n`);
  log("listening");
  publisher.trigger(); // what was published while nobody listened
  await new Promise((done) => signal.addEventListener("abort", done, { once: true }));
  await server.close();
  await publisher.stop();
  return 130;
}

interface Run {
  config: Config;
  flags: ListenFlags;
  context: CommandContext;
  log: (line: string) => void;
}

async function publish({ config, flags, context, log }: Run): Promise<RunOutcome> {
  const { cwd, signal } = context;
  try {
    const stateDir = resolve(cwd, flags.state);
    const options: BuildOptions = {
      config,
      out: resolve(cwd, flags.out),
      stateDir,
      draft: false,
      full: false,
      offline: false,
      jobs: cpus().length,
      strict: false,
      keepGoing: false,
      dryRun: false,
      reporter: SILENT,
      signal,
    };
    const { report, moved } = await withStateFolder(stateDir, () => build(options));
    const { written, removed } = report.pages;
    const summary = `build ${report.buildId}, ${written} pages written, ${removed} removed`;
    const then = flags.then && written + removed > 0 ? await runThen(flags.then, { cwd, log }) : 0;
    if (then !== 0) return { ok: false, moved, summary: `${summary}; the command after it ended with ${then}` };
    return { ok: true, moved, summary };
  } catch (error) {
    const summary = error instanceof SitegenError ? `${error.code}: ${error.message}` : String(error);
    return { ok: false, moved: true, summary };
  }
}

/** Runs the owner's command and answers its exit code. */
function runThen(command: string, { cwd, log }: { cwd: string; log: Run["log"] }): Promise<number> {
  return new Promise((resolveCode) => {
    const child = spawn(command, { cwd, shell: true, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data: Buffer) => log(data.toString().trimEnd()));
    child.on("error", () => resolveCode(127));
    child.on("close", (code) => resolveCode(code ?? 1));
  });
}
