import type { RedirectOutput } from "../content/redirects/build.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import { LATEST, metaPath, type SiteName } from "../publish/file-list.ts";
import type { Output, PublishResult } from "../publish/output.ts";
import { buildId, buildManifest, newestTimestamp } from "../render/manifest.ts";
import { at } from "../site/by-language.ts";
import { guardRemovals } from "./guard-removals.ts";
import type { BuildOptions, BuildReport } from "./options.ts";
import { peakRssMb } from "./peak-memory.ts";
import type { World } from "./world.ts";

/** Names the build by its content, writes the manifest, and makes the stage the site. */
export async function publishSite(input: {
  options: BuildOptions;
  output: Output;
  world: World;
  pulled: PullResult;
  redirects: RedirectOutput;
  /** Addresses of the preview's indexes, by language. */
  preview: Readonly<Record<string, string>>;
}): Promise<Omit<BuildReport, "ms" | "requests" | "problems">> {
  const { options, output, world, pulled, redirects, preview } = input;
  const { config, allowRemovals = false } = options;
  const pages = new Set(world.site.routes.map((route) => route.path));
  if (!allowRemovals) guardRemovals({ config, before: output.lastPaths(), pages });
  const id = buildId(output.hashes());
  const timestamp = newestTimestamp(publishDates(world));
  const prerendered = world.site.routes.map((route) => route.path);
  const manifest = buildManifest({
    id,
    timestamp,
    prerendered,
    withoutPayload: ["/flushCache/"],
    redirects: redirects.rules,
  });
  const { app } = at(world.files, world.definition.languages[0].code);
  const shared = Object.fromEntries(Object.entries(world.files).map(([lang, files]) => [lang, files.shared]));
  const latest = { id, timestamp, app, shared, preview };
  await output.put(metaPath(id), JSON.stringify(manifest));
  await output.put(LATEST, JSON.stringify(latest));
  const retain = { buildId: id, keepBuilds: config.keepBuilds };
  const publish = options.dryRun ? output.rehearse : output.publish;
  const result: PublishResult = await publish({ latest: LATEST, retain, site: siteName(world) });
  return {
    ok: true,
    buildId: id,
    cv: pulled.space.cv,
    out: options.out,
    stories: Object.values(world.site.entries).reduce((sum, entries) => sum + entries.size, 0),
    pages: countPages(world, result),
    redirects: redirects.rules.length,
    peakRssMb: peakRssMb(),
  };
}

function siteName({ settings: { origin, base, companyName } }: World): SiteName {
  return { site: origin || companyName, base };
}

function* publishDates({ site }: World): Iterable<string | null> {
  for (const entries of Object.values(site.entries)) for (const entry of entries.values()) yield entry.publishedAt;
}

/** Pages, not files: a page is its index.html. */
function countPages({ site }: World, result: PublishResult): BuildReport["pages"] {
  const isPage = (file: string) =>
    site.paths.has(`/${file.slice(0, -"index.html".length)}`) && file.endsWith("index.html");
  const written = result.files.filter(isPage).length;
  const removed = result.removedFiles.filter((file) => file.endsWith("_payload.json")).length;
  return { total: site.routes.length, written, unchanged: site.routes.length - written, removed };
}
