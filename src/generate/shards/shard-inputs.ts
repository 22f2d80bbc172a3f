import type { LoadedSources } from "../../sources/load-sources.ts";
import { type BuildOptions, withEnvironment } from "../build-options.ts";
import { openContentService } from "../content-service.ts";
import { type MappedSpace, mapSpace } from "../map-space.ts";
import { type OpenedSite, openSite } from "../open-site.ts";
import { prepareClientOfBuild } from "../prepare-client.ts";
import { prepareRender, type RenderInputs } from "../prepare-render.ts";
import { openProject } from "../project.ts";
import { createSourceAsking } from "../source-asking.ts";
import { pull } from "../start-pull.ts";
import { createStopwatch, type Stopwatch } from "../stopwatch.ts";
import { warnDamaged } from "../warn-damaged.ts";

/** Everything pages are rendered from, in memory and in the state folder. */
export interface ShardInputs {
  mapped: MappedSpace;
  opened: OpenedSite;
  assembly: RenderInputs;
  sources: LoadedSources;
  watch: Stopwatch;
}

/** Runs the first half of a build, up to where pages could be rendered, and calls `work` with the result. */
export async function withShardInputs<T>(given: BuildOptions, work: (inputs: ShardInputs) => Promise<T>): Promise<T> {
  const options = withEnvironment(given);
  const { config, stateDir, reporter, testHooks } = options;
  const watch = createStopwatch();
  const onDamaged = warnDamaged(reporter);
  const service = await openContentService(config);
  try {
    reporter.step("Reading the space");
    const opened = await openSite(config, stateDir, onDamaged);
    const { site: definition } = await opened.load();
    const project = openProject();
    const known = { stateDir, definition, siteHash: opened.hash, onDamaged, testHooks };
    const stories = await project.stories(known);
    const client = watch.time("bundle", () => prepareClientOfBuild({ config, site: opened, stateDir, onDamaged }));
    client.catch(() => undefined); // its error is thrown where it is awaited
    const asked = createSourceAsking(options).load(opened);
    asked.catch(() => undefined); // its error is thrown where it is awaited
    const pulled = await watch.time("fetch", () => pull(options, service, { site: definition, stories }));
    const mapped = await mapSpace({ definition, pulled, stories, stateDir });
    const sources = await asked;
    const assembly = await prepareRender({ build: options, service, mapped, client, opened, sources, watch });
    return await work({ mapped, opened, assembly, sources, watch });
  } finally {
    await service.close();
  }
}
