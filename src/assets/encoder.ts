/**
 * Starts the process that encodes pictures. A process of its own, since the C library keeps most of the memory that
 * encoding took, unless it is told so when a process starts (a first build of the sample: 830 MB in one process), and
 * since a picture that makes the decoder crash ends that process alone.
 */
import { type ChildProcess, fork } from "node:child_process";
import { scriptFile } from "../files/script-file.ts";
import type { PictureToEncode } from "./encode-picture.ts";

export interface EncoderRequest {
  id: number;
  picture: PictureToEncode;
}

export type EncoderAnswer = Outcome & { id: number };

/** The bytes of each variant, or why there are none. */
type Outcome = { made: Uint8Array[] } | { failed: string };

interface Encoder {
  child: ChildProcess;
  waiting: Map<number, (outcome: Outcome) => void>;
}

/** It ends when it had nothing to do for so long. */
const IDLE_MS = 2000;

let current: Encoder | undefined;
let ids = 0;

/** The bytes of each variant. Throws if the picture cannot be decoded, or the process ended meanwhile. */
export async function encodeInProcess(
  picture: PictureToEncode,
  script = scriptFile("encoder-process"),
): Promise<Uint8Array[]> {
  if (script === null) return (await import("./encode-picture.ts")).encodePicture(picture);
  current ??= start(script);
  const { child, waiting } = current;
  const id = ++ids;
  child.channel?.ref();
  const outcome = await new Promise<Outcome>((resolve) => {
    waiting.set(id, resolve);
    child.send({ id, picture } satisfies EncoderRequest);
  });
  if ("failed" in outcome) throw new Error(outcome.failed);
  return outcome.made;
}

function start(script: string): Encoder {
  const env = { ...process.env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "1" };
  const child = fork(script, [], { env, serialization: "advanced", stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const encoder: Encoder = { child, waiting: new Map() };
  let idle: NodeJS.Timeout | undefined;
  const forget = () => {
    if (current === encoder) current = undefined;
  };
  const settle = (id: number, outcome: Outcome) => {
    encoder.waiting.get(id)?.(outcome);
    encoder.waiting.delete(id);
    if (encoder.waiting.size === 0) child.channel?.unref();
  };
  const lost = (why: string) => {
    forget();
    for (const id of encoder.waiting.keys()) settle(id, { failed: `the process that encodes pictures ended (${why})` });
  };
  child.on("message", ({ id, ...outcome }: EncoderAnswer) => {
    settle(id, outcome);
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (encoder.waiting.size > 0) return;
      forget();
      child.disconnect();
    }, IDLE_MS).unref();
  });
  child.on("error", (error) => lost(error.message));
  child.on("exit", (code, signal) => lost(String(code ?? signal)));
  child.unref();
  return encoder;
}
