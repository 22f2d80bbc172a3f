/**
 * A process that builds on request and keeps its code loaded between builds, for commands that keep running (`sitegen
 * listen`). They replace it when it has grown. It ends with the process that started it.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { SitegenError } from "../../problems/errors.ts";
import type { Reporter } from "../../problems/reporter.ts";
import { build } from "../generate.ts";
import { limitHeapGrowth } from "../limit-heap-growth.ts";
import { openProject } from "../project.ts";
import type { BuilderReply, BuilderRequest, SerializableOptions, SerializedError } from "./messages.ts";
import { residentBuild } from "./messages.ts";

limitHeapGrowth();
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void; // the flag above makes it a global of new contexts

const ALIVE_EVERY_MS = 1000;

/** Without a parent there is no receiver, and a failed send must not end as an uncaught error. */
const send = (message: BuilderReply) => process.connected && process.send?.(message, () => undefined);
const log = (level: "step" | "info" | "warn" | "detail") => (text: string) => send({ kind: "log", level, text });
let lastAlive = 0;
const reporter: Reporter = {
  step: log("step"),
  info: log("info"),
  warn: log("warn"),
  detail: log("detail"),
  progress(done, expected) {
    if (performance.now() - lastAlive < ALIVE_EVERY_MS) return;
    lastAlive = performance.now();
    send({ kind: "alive", done, expected });
  },
};

const project = openProject();
let current = new AbortController();
let builds = 0;

async function run(options: SerializableOptions): Promise<void> {
  // A large build before this one may have left another limit.
  limitHeapGrowth();
  current = new AbortController();
  builds += 1;
  try {
    const result = residentBuild(await build({ ...options, project, reporter, signal: current.signal }));
    collectGarbage();
    send({ kind: "done", result, rssMb: rssMb() });
  } catch (error) {
    collectGarbage();
    send({ kind: "failed", error: plainError(error), rssMb: rssMb() });
  }
}

async function warm(options: SerializableOptions): Promise<void> {
  const before = builds;
  try {
    const { warmUp } = await import("./warm-up.ts");
    await warmUp({ ...options, project }, () => builds === before);
    collectGarbage();
  } catch {
    // The next build meets the error too, and reports it.
  }
}

function rssMb(): number {
  return Math.round(process.memoryUsage.rss() / 1024 / 1024);
}

function plainError(error: unknown): SerializedError {
  if (error instanceof SitegenError) {
    const { message, code, where, hint } = error;
    return { message, sitegen: { code, where, hint } };
  }
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, path } = error as NodeJS.ErrnoException;
  return { message: error.message, ...(code && path ? { file: { code, path } } : {}) };
}

process.on("message", (message: BuilderRequest) => {
  if (message.kind === "abort") current.abort();
  else void (message.kind === "build" ? run : warm)(message.options);
});
// Nothing else keeps the process alive.
process.on("disconnect", () => current.abort());
// A terminal sends an interrupt to both processes; the command handles it.
process.on("SIGINT", () => undefined);
// Loaded before the first build: React, the blocks and the rest of the rendering code.
await import("../generate-site.ts");
send({ kind: "ready" });
