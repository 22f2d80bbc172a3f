import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Route } from "../content/site.ts";
import type { Made } from "./make-pages.ts";
import type { WorkerInput, WorkerReply } from "./render-worker.ts";
import type { WorldInput } from "./world.ts";

export interface RenderJob {
  route: Route;
  /** The story as JSON text. */
  story: string;
}

export interface RenderPool {
  size: number;
  make(jobs: readonly RenderJob[]): Promise<Made[]>;
  close(): Promise<void>;
}

/** A worker whose heap has grown beyond this is replaced by a fresh one. */
const HEAP_CAP = 400 * 1024 * 1024;

/** The worker lies beside the bundled program; run from source there is none, and pages are made in this thread. */
const SCRIPT = fileURLToPath(new URL("./render-worker.mjs", import.meta.url));

interface Member {
  worker: Worker;
  busy: number;
  waiting: Map<number, { resolve: (made: Made[]) => void; reject: (error: Error) => void }>;
  retired: boolean;
}

export function openRenderPool(input: WorldInput, size: number): RenderPool | null {
  if (!existsSync(SCRIPT)) return null;
  const data = workerInput(input);
  const members = Array.from({ length: size }, () => start(data));
  let next = 0;
  return {
    size,
    make(jobs) {
      const index = members.reduce((best, member, at) => (member.busy < (members[best]?.busy ?? 0) ? at : best), 0);
      const member = fresh(members, index, data);
      const id = next++;
      member.busy += 1;
      return new Promise((resolve, reject) => {
        member.waiting.set(id, { resolve, reject });
        member.worker.postMessage({ id, jobs });
      });
    },
    async close() {
      await Promise.all(members.map(({ worker }) => worker.terminate()));
    },
  };
}

/** The member at an index; one that has grown too large is let go once nothing waits for it. */
function fresh(members: Member[], index: number, data: WorkerInput): Member {
  const member = members[index];
  if (member && !(member.retired && member.busy === 0)) return member;
  void member?.worker.terminate();
  const replacement = start(data);
  members[index] = replacement;
  return replacement;
}

function start(data: WorkerInput): Member {
  const worker = new Worker(SCRIPT, { workerData: data });
  const member: Member = { worker, busy: 0, waiting: new Map(), retired: false };
  worker.on("message", ({ id, made, heap }: WorkerReply) => {
    member.busy -= 1;
    member.retired = heap > HEAP_CAP;
    member.waiting.get(id)?.resolve(made);
    member.waiting.delete(id);
  });
  worker.on("error", (error) => {
    for (const { reject } of member.waiting.values()) reject(error);
    member.waiting.clear();
  });
  return member;
}

/** The plain part of what a world is made from: functions cannot be handed to a thread. */
function workerInput(input: WorldInput): WorkerInput {
  const { site, settings, bundle, icons, space, config } = input;
  const assets = new Map(
    input.filenames.flatMap((filename) => {
      const record = input.assets(filename);
      return record ? [[filename, record] as const] : [];
    }),
  );
  const { css, boot, app, fonts, chunks } = bundle;
  const { problems: _, ...map } = site;
  return {
    config,
    settings,
    icons,
    assets,
    site: map,
    bundle: { css, boot, app, fonts, chunks },
    space: { cv: space.cv, global: space.global, datasources: space.datasources },
  };
}
