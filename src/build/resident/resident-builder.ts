import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BuiltSite, build } from "../../build.ts";
import { sitegenError } from "../../errors.ts";
import type { BuildOptions } from "../build-options.ts";
import type { BuilderReply, SerializableOptions, SerializedError } from "./messages.ts";

export interface ResidentBuilder {
  /** As `build`, one at a time, in a process that is warm already. */
  build(options: BuildOptions): Promise<BuiltSite>;
  /** The process that builds; undefined where it is this one. */
  pid(): number | undefined;
  close(): void;
}

export interface ResidentOptions {
  /** Megabytes; default 220. */
  mostMb?: number;
  /** The builder's program; default: the one beside the bundled commands. */
  script?: string;
}

/** The program is beside the bundled one; run from source there is none, and builds run in this process. */
const SCRIPT = fileURLToPath(new URL("./builder-process.mjs", import.meta.url));
/** A builder that holds more than this after a build is replaced, so that memory stays flat over any number of them. */
const MAX_MB = 220;

/**
 * Builds in a process of its own that is kept between builds. What a large build took goes back to the system when the
 * process is replaced, which the C library would keep; a new one loads its code before it is needed.
 */
export function createResidentBuilder({ mostMb = MAX_MB, script = SCRIPT }: ResidentOptions = {}): ResidentBuilder {
  if (!existsSync(script)) return { build, pid: () => undefined, close: () => undefined };
  const start = () => startProcess(script);
  let child = start();
  /** One after the other: together they would hold twice the memory. */
  const replace = async () => {
    await stop(child);
    child = start();
  };
  return {
    async build(options) {
      if (!child.connected) child = start();
      const { rssMb, outcome } = await ask(child, options);
      if (rssMb > mostMb) await replace();
      return outcome();
    },
    pid: () => child.pid,
    close() {
      if (child.connected) child.disconnect();
    },
  };
}

function startProcess(script: string): ChildProcess {
  // One arena: the C library keeps less of what many threads gave back.
  const env = { ...process.env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "1" };
  return fork(script, [], { env, serialization: "advanced", stdio: ["ignore", "ignore", "inherit", "ipc"] });
}

/** Resolves once the process has given its memory back. It has nothing to finish: its build is done. */
function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

interface Answer {
  rssMb: number;
  /** The result, or the build's error thrown here. */
  outcome: () => BuiltSite;
}

function ask(child: ChildProcess, { reporter, signal, testHooks: _, ...plain }: BuildOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const abort = () => child.send({ kind: "abort" });
    const onMessage = (message: BuilderReply) => {
      if (message.kind === "said") reporter[message.how](message.text);
      if (message.kind !== "done" && message.kind !== "failed") return;
      end();
      const { rssMb } = message;
      resolve({ rssMb, outcome: () => (message.kind === "done" ? message.result : raise(message.error)) });
    };
    const onExit = (code: number | null, by: string | null) => {
      end();
      reject(
        sitegenError("UNEXPECTED", {
          message: `The process that builds ended with ${code ?? by} before the build was done.`,
          hint: "The output folder is as it was. The next build starts another process.",
        }),
      );
    };
    const end = () => {
      child.off("message", onMessage);
      child.off("exit", onExit);
      signal?.removeEventListener("abort", abort);
    };
    child.on("message", onMessage);
    child.on("exit", onExit);
    signal?.addEventListener("abort", abort, { once: true });
    const options: SerializableOptions = plain;
    child.send({ kind: "build", options }, (error) => {
      if (error) onExit(null, error.message);
    });
    if (signal?.aborted) abort();
  });
}

function raise({ message, sitegen, file }: SerializedError): never {
  if (sitegen) throw sitegenError(sitegen.code, { message, where: sitegen.where, hint: sitegen.hint });
  throw Object.assign(new Error(message), file);
}
