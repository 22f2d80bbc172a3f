import type { ChildProcess } from "node:child_process";
import { scriptFile } from "../../files/script-file.ts";
import { sitegenError } from "../../problems/errors.ts";
import type { BuildOptions } from "../build-options.ts";
import { forkScript, hasEnded } from "../fork-script.ts";
import { build } from "../generate.ts";
import type { BuilderReply, SerializableOptions, SerializedError } from "./messages.ts";
import { type ResidentBuild, residentBuild } from "./messages.ts";

export interface ResidentBuilder {
  /** As `build`, one at a time, in a process that is already loaded. */
  build(options: BuildOptions): Promise<ResidentBuild>;
  /** The builder's process; undefined if builds run in this one. */
  pid(): number | undefined;
  close(): void;
}

export interface ResidentOptions {
  /** Megabytes; default 400. */
  mostMb?: number;
  /** Milliseconds without progress after which a build is stopped; default ten minutes. */
  silentMs?: number;
  /** The builder's script; null: builds run in this process. */
  script?: string | null;
}

/** A builder that uses more after a build is replaced, so that memory stays flat over any number of builds. */
const MAX_MB = 400;
const MAX_SILENT_MS = 600_000;

/**
 * Builds in a process that is kept between builds. The C library would not return the memory of a large build to the
 * system, so the process is replaced; a new one loads its code before it is needed.
 */
export function createResidentBuilder(options: ResidentOptions = {}): ResidentBuilder {
  const { mostMb = MAX_MB, silentMs = MAX_SILENT_MS, script = scriptFile("builder-process") } = options;
  if (script === null) {
    const here = async (options: BuildOptions) => residentBuild(await build(options));
    return { build: here, pid: () => undefined, close: () => undefined };
  }
  const start = () => forkScript(script);
  let child = start();
  /** The process that was warmed up, which happens once. */
  let warm: ChildProcess | undefined;
  /** One after the other: together they would use twice the memory. */
  const replace = async () => {
    await stop(child);
    child = start();
  };
  return {
    async build(options) {
      if (hasEnded(child)) child = start();
      const { rssMb, outcome } = await requestBuild(child, options, silentMs);
      if (rssMb > mostMb) await replace();
      if (warm !== child) child.send({ kind: "warm up", options: plainOptions(options) }, () => undefined);
      warm = child;
      return outcome();
    },
    pid: () => child.pid,
    close() {
      if (child.connected) child.disconnect();
    },
  };
}

/** Resolves once the process has ended. Its build is done, so nothing is lost. */
function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

interface Finished {
  rssMb: number;
  /** Returns the result, or throws the build's error. */
  outcome: () => ResidentBuild;
}

function plainOptions({ reporter: _, signal: __, testHooks: ___, ...plain }: BuildOptions): SerializableOptions {
  return plain;
}

/** A process that loops cannot stop itself, so it is watched from here and killed. */
function requestBuild(child: ChildProcess, given: BuildOptions, silentMs: number): Promise<Finished> {
  const { reporter, signal } = given;
  return new Promise((resolve, reject) => {
    let step = "";
    let isStuck = false;
    const watchdog = setTimeout(() => {
      isStuck = true;
      child.kill("SIGKILL");
    }, silentMs);
    const abort = () => child.send({ kind: "abort" }, () => undefined);
    const onMessage = (message: BuilderReply) => {
      watchdog.refresh();
      if (message.kind === "log") {
        if (message.level === "step") step = message.text;
        reporter[message.level](message.text);
      }
      if (message.kind === "alive") reporter.progress(message.done, message.expected);
      if (message.kind !== "done" && message.kind !== "failed") return;
      end();
      const { rssMb } = message;
      resolve({ rssMb, outcome: () => (message.kind === "done" ? message.result : raise(message.error)) });
    };
    const onExit = (code: number | null, by: string | null) => {
      end();
      reject(
        sitegenError("UNEXPECTED", {
          message: isStuck
            ? `The build made no progress for ${silentMs / 1000} seconds and was stopped; its last step was "${step}".`
            : `The builder process exited with ${code ?? by} before the build was done.`,
          hint: "The output folder is unchanged. The next build starts another process.",
        }),
      );
    };
    const end = () => {
      clearTimeout(watchdog);
      child.off("message", onMessage);
      child.off("exit", onExit);
      signal?.removeEventListener("abort", abort);
    };
    child.on("message", onMessage);
    child.on("exit", onExit);
    signal?.addEventListener("abort", abort, { once: true });
    child.send({ kind: "build", options: plainOptions(given) }, (error) => {
      if (error) onExit(null, error.message);
    });
    if (signal?.aborted) abort();
  });
}

function raise({ message, sitegen, file }: SerializedError): never {
  if (sitegen) throw sitegenError(sitegen.code, { message, where: sitegen.where, hint: sitegen.hint });
  throw Object.assign(new Error(message), file);
}
