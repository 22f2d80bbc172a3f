import type { Config } from "../config/config.ts";
import { publicPath, withBase } from "../content/rules/paths.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import { sitegenError } from "../problems/errors.ts";
import { LATEST_FILE, metaPath, type SiteName } from "../publish/file-list.ts";
import type { OutputTransaction, PublishResult } from "../publish/output-transaction.ts";
import type { RedirectOutput } from "../redirects/build.ts";
import { domainRules } from "../redirects/build.ts";
import { type BuildManifest, buildManifest, newestTimestamp } from "../render/manifest.ts";
import { byLanguage, forLanguage } from "../site/by-language.ts";
import { type Domain, domainPath } from "../site/domains.ts";
import type { BuildOptions, BuildReport } from "./build-options.ts";
import type { PreparedClient } from "./prepare-client.ts";
import type { RenderContext } from "./render-context.ts";
import { peakRssMb } from "./stopwatch.ts";

/** Computes the build id from the content, writes the manifest, and publishes the staged files. */
export async function publishSite(input: {
  options: BuildOptions;
  output: OutputTransaction;
  context: RenderContext;
  pulled: PullResult;
  redirects: RedirectOutput;
  /** URLs of the preview's indexes, by language. */
  preview: Readonly<Record<string, string>>;
  /** URLs of the sources' values for the preview, by name. */
  sources: Readonly<Record<string, string>>;
  client: PreparedClient;
  /** False if it is known that no page is removed. */
  removesPages: boolean;
}): Promise<Omit<BuildReport, "ms" | "requests" | "problems">> {
  const { options, output, context, pulled, redirects, removesPages } = input;
  const { config, allowRemovals = false } = options;
  if (!allowRemovals && removesPages) {
    const { routes } = context.site;
    const ofStories = new Set(routes.flatMap(({ path, own }) => (own ? [] : [path])));
    // An address of a story that has moved, as all of a renamed folder's, is not lost.
    const redirected = redirects.rules.filter(({ isPattern, query }) => !isPattern && query.length === 0);
    // A site that gets a second domain keeps its addresses, while its files go to a folder of the domain.
    const addresses = context.domains.flatMap((domain) => pathsOf(domain, context.site));
    const pages = new Set([...routes.map(({ path }) => path), ...addresses, ...redirected.map(({ from }) => from)]);
    guardRemovals({ config, before: output.lastPaths(), pages, ofStories });
  }
  const domains = context.domains.filter(({ folder }) => folder !== "");
  const id = output.buildId(domains.map(({ folder }) => folder));
  const timestamp = newestPublishDate(context);
  for (const domain of context.domains) await putDomain(domain, { ...input, id, timestamp });
  if (domains.length > 0) await putOverview(domains, { ...input, id, timestamp });
  const publish = options.dryRun ? output.dryRun : output.publish;
  const [first] = context.domains;
  const result: PublishResult = await publish({
    buildId: id,
    keepBuilds: config.keepBuilds,
    site: siteName(first, context),
    domains: domains.map((domain) => ({ folder: domain.folder, ...siteName(domain, context) })),
  });
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

interface Published
  extends Pick<
    Parameters<typeof publishSite>[0],
    "output" | "context" | "redirects" | "preview" | "sources" | "client"
  > {
  id: string;
  timestamp: number;
}

async function putDomain(domain: Domain, input: Published): Promise<void> {
  const { manifest, latest } = renderManifests(domain, input);
  await input.output.put(domainPath(domain, metaPath(input.id)), JSON.stringify(manifest));
  await input.output.put(domainPath(domain, LATEST_FILE), JSON.stringify(latest));
}

/** Manifest and latest.json of one domain, which its pages request. */
export function renderManifests(
  domain: Domain,
  { context, redirects, preview, sources, client, id, timestamp }: Omit<Published, "output">,
): { manifest: BuildManifest; latest: object } {
  const codes = domain.languages.map(({ code }) => code);
  const manifest = buildManifest({
    id,
    timestamp,
    prerendered: pathsOf(domain, context.site),
    withoutPayload: context.definition.cachePage ? ["/flushCache/"] : [],
    redirects: domainRules(redirects.rules, domain, context.settings),
  });
  const { app } = forLanguage(context.files, domain.languages[0].code);
  const shared = byLanguage(codes, (code) => forLanguage(context.files, code).shared);
  const words = byLanguage(codes, (code) => forLanguage(context.files, code).words);
  const previews = Object.fromEntries(Object.entries(preview).filter(([code]) => codes.includes(code)));
  const { whole } = client.bundle.sheets;
  const styles = whole === "" ? undefined : withBase(context.settings.base, whole);
  const editing = withBase(context.settings.base, client.bundle.preview);
  const ofSources = Object.keys(sources).length > 0 && { sources };
  return { manifest, latest: { id, timestamp, app, shared, words, preview: previews, ...ofSources, editing, styles } };
}

function pathsOf(domain: Domain, { routes }: RenderContext["site"]): string[] {
  const codes = new Set(domain.languages.map(({ code }) => code));
  return routes.flatMap(({ path, lang }) => (codes.has(lang) ? [publicPath(path, domain)] : [])).sort();
}

/** A list of the domains for the commands that read an output folder with several. */
async function putOverview(domains: readonly Domain[], { output, context, id, timestamp }: Published): Promise<void> {
  const rows = domains.map(({ folder, origin, languages }) => ({
    folder,
    origin,
    languages: languages.map(({ code }) => code),
  }));
  const prerendered = context.site.routes.map(({ path }) => path).sort();
  await output.put(metaPath(id), JSON.stringify(buildManifest({ id, timestamp, prerendered, redirects: [] })));
  await output.put(LATEST_FILE, JSON.stringify({ id, timestamp, domains: rows }));
}

function siteName({ origin }: Domain, { settings: { base, companyName } }: RenderContext): SiteName {
  return { site: origin || companyName, base };
}

/** The newest publish date of the stories with a page, in milliseconds. */
export function newestPublishDate({ site }: Pick<RenderContext, "site">): number {
  const entries = Object.values(site.entries).flatMap((own) => [...own.values()]);
  return newestTimestamp(entries.map(({ publishedAt }) => publishedAt));
}

/** Counts pages rather than files: each page is one index.html. */
function countPages({ site }: RenderContext, result: PublishResult): BuildReport["pages"] {
  const isPage = (file: string) =>
    site.paths.has(`/${file.slice(0, -"index.html".length)}`) && file.endsWith("index.html");
  const written = result.files.filter(isPage).length;
  const removed = result.removedFiles.filter((file) => file.endsWith("_payload.json")).length;
  return { total: site.routes.length, written, unchanged: site.routes.length - written, removed };
}

/** With fewer published pages, a share means nothing. */
const MIN_PAGES_FOR_SHARE = 10;
const LISTED = 10;
const PAYLOAD = "_payload.json";

/**
 * Refuses to remove most pages of a site: an empty space, another space's token or a wrong page type must not take a
 * live site down. `before` are the last publish's files, `pages` this build's paths and
 * those that it redirects, `ofStories` pages that are no route of the site's own.
 */
export function guardRemovals(options: {
  config: Pick<Config, "maxRemovedShare">;
  before: Iterable<string>;
  pages: ReadonlySet<string>;
  ofStories: ReadonlySet<string>;
}): void {
  const published = [...options.before].filter(isPayload).map((file) => `/${file.slice(0, -PAYLOAD.length)}`);
  const removed = published.filter((path) => !options.pages.has(path)).sort();
  const share = options.config.maxRemovedShare;
  if (options.ofStories.size === 0)
    throw sitegenError("BUILD_NO_PAGES", {
      message: `No story of the space is a page. Nothing was published.${removed.length > 0 ? `\n${listed(removed)}` : ""}`,
    });
  if (published.length < MIN_PAGES_FOR_SHARE || removed.length <= published.length * share) return;
  throw sitegenError("BUILD_REMOVES_PAGES", {
    message: `${removed.length} of ${published.length} published pages would be removed, more than the ${Number((share * 100).toFixed(2))} % that maxRemovedShare allows. Nothing was published.\n${listed(removed)}`,
  });
}

/** A page's payload is beside its index.html; no other file has this name. */
function isPayload(file: string): boolean {
  return file === PAYLOAD || file.endsWith(`/${PAYLOAD}`);
}

function listed(paths: readonly string[]): string {
  const more = paths.length > LISTED ? [`and ${paths.length - LISTED} more`] : [];
  return ["Pages that would be removed:", ...paths.slice(0, LISTED), ...more].join("\n  ");
}
