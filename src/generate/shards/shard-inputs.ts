import { warnDamaged } from "../../files/checksum-file.ts";
import { shortHash } from "../../files/hash.ts";
import { codeVersion } from "../../incremental/build-inputs-hash.ts";
import type { LoadedSources } from "../../sources/load-sources.ts";
import { begin } from "../begin-code.ts";
import { type BuildOptions, withEnvironment } from "../build-options.ts";
import { openContentService } from "../content-service.ts";
import { type MappedSpace, mapSpace } from "../map-space.ts";
import { type OpenedSite, openSite } from "../open-site.ts";
import { type PreparedClient, prepareClientOfBuild } from "../prepare-client.ts";
import { prepareRender, type RenderInputs } from "../prepare-render.ts";
import { openProject } from "../project.ts";
import type { RenderContext } from "../render-context.ts";
import { createSourceAsking } from "../source-asking.ts";
import { pull } from "../start-pull.ts";
import { createStopwatch, type Stopwatch } from "../stopwatch.ts";

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
    const bundling = watch.time("bundle", () => prepareClientOfBuild({ config, site: opened, stateDir, onDamaged }));
    const client = begin(bundling);
    const asked = begin(createSourceAsking(options)(opened));
    const pulled = await watch.time("fetch", () => pull(options, service, { site: definition, stories }));
    const mapped = await mapSpace({ definition, pulled, stories, stateDir });
    if (pulled.snapshot !== "") stories.save(pulled.snapshot); // for the parts, which start from them
    const sources = await asked;
    const assembly = await prepareRender({ build: options, service, mapped, client, opened, sources, watch });
    return await work({ mapped, opened, assembly, sources, watch });
  } finally {
    await service.close();
  }
}

/** Increase this when a part's format changes. */
const VERSION = 3;

/**
 * Hash of everything pages are rendered from: only parts with the same hash fit together. It depends on content and not
 * on file times or paths, since parts come from different machines.
 */
export function inputHash(options: {
  mapped: MappedSpace;
  opened: Pick<OpenedSite, "hash">;
  client: PreparedClient;
  context: RenderContext;
  filenames: readonly string[];
  sources: Pick<LoadedSources, "hashes">;
}): string {
  const { mapped, opened, client, context, filenames, sources } = options;
  const { stories, pulled } = mapped;
  return shortHash(
    JSON.stringify([
      VERSION,
      codeVersion(),
      opened.hash,
      [...client.paths].sort(),
      client.icons,
      context.settings,
      Object.values(context.sharedFiles).map(({ path }) => path),
      Object.values(context.wordsFiles).map(({ text }) => text),
      Object.entries(stories.stories).map(([lang, own]) => [lang, [...own].map(([uuid, { hash }]) => [uuid, hash])]),
      pulled.space.datasources,
      sources.hashes,
      context.site.routes,
      filenames.map((filename) => context.sources.assets(filename) ?? null),
    ]),
  );
}
