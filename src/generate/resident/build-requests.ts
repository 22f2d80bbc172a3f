/** The builds of `sitegen listen`: code, stories, map and pages stay in memory between them. */
import { build } from "../generate.ts";
import { openProject } from "../project.ts";
import { type MessageFromSite, type OpenedProcess, type ProcessPurpose, residentBuild } from "./messages.ts";

/** `mostMb`: a process that uses more after a build is to be replaced, so that memory stays flat over any number of builds. */
export async function openBuilds(
  { mostMb }: Extract<ProcessPurpose, { kind: "builds" }>,
  send: (message: MessageFromSite) => unknown,
): Promise<OpenedProcess> {
  const project = openProject();
  let builds = 0;
  /** The last build; the process may end once it has. */
  let last: Promise<unknown> = Promise.resolve();
  const { gc } = globalThis; // the process is started with --expose-gc
  // Loaded before the first build: React, the blocks and the rest of the rendering code.
  await import("../generate-site.ts");
  return {
    handlers: {
      async build(options, run) {
        builds += 1;
        const building = build({ ...options, ...run, project });
        last = building.catch(() => undefined);
        try {
          return residentBuild(await building);
        } finally {
          gc?.();
          const rssMb = Math.round(process.memoryUsage.rss() / 1024 / 1024);
          if (rssMb > mostMb) send({ kind: "full", reason: `${rssMb} MB` });
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
