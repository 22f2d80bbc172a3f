import type { PullResult } from "../fetch/pull-space.ts";
import { LATEST, metaPath, type SiteName } from "../publish/file-list.ts";
import type { OutputTransaction, PublishResult } from "../publish/output-transaction.ts";
import type { RedirectOutput } from "../redirects/build.ts";
import { buildId, buildManifest, newestTimestamp } from "../render/manifest.ts";
import { at } from "../site/by-language.ts";
import type { BuildOptions, BuildReport } from "./build-options.ts";
import { guardRemovals } from "./guard-removals.ts";
import { peakRssMb } from "./peak-memory.ts";
import type { RenderContext } from "./render-context.ts";

/** Names the build by its content, writes the manifest, and makes the stage the site. */
export async function publishSite(input: {
  options: BuildOptions;
  output: OutputTransaction;
  context: RenderContext;
  pulled: PullResult;
  redirects: RedirectOutput;
  /** Addresses of the preview's indexes, by language. */
  preview: Readonly<Record<string, string>>;
}): Promise<Omit<BuildReport, "ms" | "requests" | "problems">> {
  const { options, output, context, pulled, redirects, preview } = input;
  const { config, allowRemovals = false } = options;
  const pages = new Set(context.site.routes.map((route) => route.path));
  if (!allowRemovals) guardRemovals({ config, before: output.lastPaths(), pages });
  const id = buildId(output.hashes());
  const timestamp = newestTimestamp(publishDates(context));
  const prerendered = context.site.routes.map((route) => route.path);
  const manifest = buildManifest({
    id,
    timestamp,
    prerendered,
    withoutPayload: ["/flushCache/"],
    redirects: redirects.rules,
  });
  const { app } = at(context.files, context.definition.languages[0].code);
  const shared = Object.fromEntries(Object.entries(context.files).map(([lang, files]) => [lang, files.shared]));
  const latest = { id, timestamp, app, shared, preview };
  await output.put(metaPath(id), JSON.stringify(manifest));
  await output.put(LATEST, JSON.stringify(latest));
  const retain = { buildId: id, keepBuilds: config.keepBuilds };
  const publish = options.dryRun ? output.dryRun : output.publish;
  const result: PublishResult = await publish({ latest: LATEST, retain, site: siteName(context) });
  return {
    ok: true,
    buildId: id,
    cv: pulled.space.cv,
    out: options.out,
    stories: Object.values(context.site.entries).reduce((sum, entries) => sum + entries.size, 0),
    pages: countPages(context, result),
    redirects: redirects.rules.length,
    peakRssMb: peakRssMb(),
  };
}

function siteName({ settings: { origin, base, companyName } }: RenderContext): SiteName {
  return { site: origin || companyName, base };
}

function* publishDates({ site }: RenderContext): Iterable<string | null> {
  for (const entries of Object.values(site.entries)) for (const entry of entries.values()) yield entry.publishedAt;
}

/** Pages, not files: a page is its index.html. */
function countPages({ site }: RenderContext, result: PublishResult): BuildReport["pages"] {
  const isPage = (file: string) =>
    site.paths.has(`/${file.slice(0, -"index.html".length)}`) && file.endsWith("index.html");
  const written = result.files.filter(isPage).length;
  const removed = result.removedFiles.filter((file) => file.endsWith("_payload.json")).length;
  return { total: site.routes.length, written, unchanged: site.routes.length - written, removed };
}
