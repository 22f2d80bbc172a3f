/** The builds of `sitegen listen`: code, stories, map and pages stay in memory between them. */
import { build } from "../generate/generate.ts";
import { openProject } from "../generate/project.ts";
import { type MessageFromSite, type OpenedProcess, type ProcessPurpose, residentBuild } from "./messages.ts";

/** How much a process may grow from its first publish on, with which the site is loaded. */
const GROWTH = 1.25;

const rssMb = () => Math.round(process.memoryUsage.rss() / 1024 / 1024);

/**
 * `mostMb`: a process that uses more after a build is to be replaced, so that memory stays flat over any number of builds.
 * Of a site that takes more by itself, a new process would use as much.
 */
export async function openBuilds(
  { mostMb }: Extract<ProcessPurpose, { kind: "builds" }>,
  send: (message: MessageFromSite) => unknown,
): Promise<OpenedProcess> {
  const project = openProject();
  let builds = 0;
  /** The last build; the process may end once it has. */
  let last: Promise<unknown> = Promise.resolve();
  const { gc } = globalThis; // the process is started with --expose-gc
  let most: number | null = null;
  // Loaded before the first build: React, the blocks and the rest of the rendering code.
  await import("../generate/generate-site.ts");
  return {
    handlers: {
      async build(options, run) {
        builds += 1;
        const building = build({ ...options, ...run, project });
        last = building.catch(() => undefined);
        let isPublish = false;
        try {
          const built = residentBuild(await building);
          const { written, total } = built.summary.pages;
          isPublish = written > 0 && written < total / 2;
          return built;
        } finally {
          if (rssMb() > (most ?? mostMb) || (isPublish && most === null)) {
            gc?.();
            if (isPublish) most ??= Math.max(mostMb, rssMb() * GROWTH);
            if (rssMb() > (most ?? mostMb)) send({ kind: "full", reason: `${rssMb()} MB` });
          } else setImmediate(() => gc?.()); // once the response is sent: a deploy waits for it
        }
      },
      async warmUp(options) {
        const before = builds;
        const { warmUp } = await import("./warm-up.ts");
        await warmUp({ ...options, project }, () => builds === before);
        gc?.();
        return null;
      },
    },
    close: async () => void (await last),
  };
}
