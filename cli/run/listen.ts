import { spawn } from "node:child_process";
import { cpus } from "node:os";
import { resolve } from "node:path";
import type { BuildOptions } from "../../src/build/options.ts";
import { createResidentBuilder, type ResidentBuilder } from "../../src/build/resident/resident-builder.ts";
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
  // An upload that a stop cut short, or that failed, is made up for: the first run always uploads.
  const upload = { due: flags.then !== undefined, buildId: "" };
  const publisher = createPublisher({
    run: ({ full }) => publish({ config, builder, flags, context, log, upload, full }),
    log,
  });
  const server = await startWebhookServer({ host: flags.host, port: flags.port, secret, publisher, log });
  const builder = createResidentBuilder(); // what cannot listen needs none
  streams.stdout.write(`http://${flags.host}:${server.port}/\n`);
  log("listening");
  publisher.trigger(); // what was published while nobody listened
  await new Promise((done) => signal.addEventListener("abort", done, { once: true }));
  await server.close();
  await publisher.stop();
  builder.close();
  return 130;
}

interface Run {
  config: Config;
  builder: ResidentBuilder;
  flags: ListenFlags;
  context: CommandContext;
  log: (line: string) => void;
  /** Whether the owner's command has something to do: it stays so until the command has ended well. */
  upload: { due: boolean; buildId: string };
  full: boolean;
}

async function publish({ config, builder, flags, context, log, upload, full }: Run): Promise<RunOutcome> {
  const { cwd, signal } = context;
  try {
    const stateDir = resolve(cwd, flags.state);
    const options: BuildOptions = {
      config,
      out: resolve(cwd, flags.out),
      stateDir,
      draft: false,
      full,
      offline: false,
      jobs: cpus().length,
      strict: false,
      keepGoing: false,
      dryRun: false,
      reporter: flags.verbose ? { ...SILENT, step: log, info: log, warn: log, detail: log } : SILENT,
      signal,
    };
    const { report, moved } = await withStateFolder(stateDir, () => builder.build(options));
    const { written, removed } = report.pages;
    const summary = `build ${report.buildId}, ${written} pages written, ${removed} removed`;
    if (flags.then && report.buildId !== upload.buildId) upload.due = true;
    upload.buildId = report.buildId;
    const then = flags.then && upload.due ? await runThen(flags.then, { cwd, log, signal }) : 0;
    if (then === 0) upload.due = false;
    if (then !== 0) return { ok: false, moved, summary: `${summary}; the command after it ended with ${then}` };
    return { ok: true, moved, summary };
  } catch (error) {
    const summary = error instanceof SitegenError ? `${error.code}: ${error.message}` : String(error);
    return { ok: false, moved: true, summary };
  }
}

interface ThenOptions {
  cwd: string;
  log: Run["log"];
  signal: AbortSignal;
}

/** Runs the owner's command and answers its exit code. It is stopped with us, and with all that it started. */
function runThen(command: string, { cwd, log, signal }: ThenOptions): Promise<number> {
  return new Promise((resolveCode) => {
    const child = spawn(command, { cwd, shell: true, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const stop = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    };
    signal.addEventListener("abort", stop, { once: true });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data: Buffer) => log(data.toString().trimEnd()));
    child.on("error", () => resolveCode(127));
    child.on("close", (code) => {
      signal.removeEventListener("abort", stop);
      resolveCode(code ?? 1);
    });
  });
}
