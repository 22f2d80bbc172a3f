import { openDigestBook } from "../../incremental/digests.ts";
import { type Assembly, assemble } from "../assemble.ts";
import { openContentService } from "../content-service.ts";
import { type MappedSpace, mapSpace } from "../map-space.ts";
import { type OpenedSite, openSite } from "../open-site.ts";
import type { BuildOptions } from "../options.ts";
import { prepareClient } from "../prepare-client.ts";
import { beginPull } from "../pull.ts";
import { createStopwatch, type Stopwatch } from "../stopwatch.ts";
import { warnDamaged } from "../warn-damaged.ts";

/** All that pages are made from, in memory and in the state folder. */
export interface Inputs {
  mapped: MappedSpace;
  opened: OpenedSite;
  assembly: Assembly;
  watch: Stopwatch;
}

/** Runs the first half of a build, up to where pages could be rendered, and hands over what it has. */
export async function withInputs<T>(options: BuildOptions, work: (inputs: Inputs) => Promise<T>): Promise<T> {
  const { config, stateDir, reporter, probe } = options;
  const watch = createStopwatch();
  const onDamaged = warnDamaged(reporter);
  const service = await openContentService(config);
  try {
    reporter.step("Reading the space");
    const opened = await openSite(config, stateDir, onDamaged);
    const { site: definition } = await opened.load();
    const digests = openDigestBook(stateDir, definition, onDamaged);
    const client = watch.time("bundle", () => prepareClient({ config, site: opened, stateDir, onDamaged }));
    client.catch(() => undefined); // told where it is waited for
    const pulled = await watch.time("fetch", async () => (await beginPull(options, service)).pull(definition, digests));
    const mapped = await mapSpace({ definition, pulled, digests, stateDir, probe });
    const assembly = await assemble({ build: options, service, mapped, client, opened, watch });
    return await work({ mapped, opened, assembly, watch });
  } finally {
    await service.close();
  }
}
