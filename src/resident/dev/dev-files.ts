/** The files a build would publish, each created on request. */
import type { PublishableFile } from "../../assets/site-file.ts";
import { ERROR_PAGE } from "../../bundle/site-modules.ts";
import type { Config } from "../../config/config.ts";
import { type Route, routesAt, type StorySummaries } from "../../content/map/site.ts";
import { contentHash, valueHash } from "../../files/hash.ts";
import type { OnDemandAssets } from "../../generate/gather-assets.ts";
import { errorFile, errorPage, FLUSH_PAGE, flushPage } from "../../generate/outputs/client-files.ts";
import { previewText } from "../../generate/outputs/preview.ts";
import { stubs } from "../../generate/outputs/redirects.ts";
import type { PageTexts } from "../../generate/outputs/site-reader.ts";
import type { PreparedClient } from "../../generate/prepare-client.ts";
import { publicFiles, takenPath } from "../../generate/public-files.ts";
import { newestPublishDate, renderManifests } from "../../generate/publish-site.ts";
import type { RenderContext } from "../../generate/render-context.ts";
import { type RenderedPage, renderRoute } from "../../generate/render-route.ts";
import { createStyleFiles, type StyleFiles } from "../../generate/style-files.ts";
import { LATEST_FILE, metaPath } from "../../publish/file-list.ts";
import { pageFile, payloadFile } from "../../publish/page-files.ts";
import type { RedirectOutput } from "../../redirects/build.ts";
import { forLanguage } from "../../site/by-language.ts";
import { domainPath } from "../../site/domains.ts";
import { createDevOutputs } from "./dev-outputs.ts";
import type { DevDomain } from "./dev-update.ts";

/** A file's content, or the path to read it from. */
export type DevFile = { bytes: Uint8Array } | { source: string };

/** The same, or content that is made when it is asked for. */
export type FoundFile = DevFile | Pick<PublishableFile, "read">;

export interface DevFilesInput {
  config: Config;
  context: RenderContext;
  client: PreparedClient;
  clientFiles: Awaited<ReturnType<PreparedClient["files"]>>;
  siteFiles: readonly PublishableFile[];
  assets: Pick<OnDemandAssets, "sourceOf">;
  /** Where outputs keep bytes from build to build. */
  stateDir: string;
  redirects: RedirectOutput;
  summaries: StorySummaries;
  /** Called for each page that is rendered, with its path and milliseconds. */
  onPage: (path: string, ms: number) => void;
}

/** Rendered pages that are kept: an open page requests its payload too. */
const KEPT_PAGES = 50;

export function createDevFiles(input: DevFilesInput) {
  const { context, client, assets } = input;
  const { languages } = context.definition;
  // A browser requests stylesheets after the page that links them.
  const sheets = createStyleFiles(context);
  const page = createPages(input, sheets.note);
  const id = idOf(input);
  const timestamp = newestPublishDate(context);
  const previews = input.config.preview.editorOrigins.length > 0 ? languages : [];
  const previewPath = (lang: string) => `_assets/preview-${lang}-${id}.json`;
  const preview = Object.fromEntries(previews.map(({ code }) => [code, context.settings.base + previewPath(code)]));
  const described = context.domains.map((domain) => ({
    domain,
    ...renderManifests(domain, { context, redirects: input.redirects, preview, sources: {}, client, id, timestamp }),
  }));

  const files = new Map<string, () => string | Uint8Array>();
  const published = new Map(
    context.domains.flatMap((domain) =>
      publicFiles(input.config).map(({ path, source }) => [domainPath(domain, path), source] as const),
    ),
  );
  const siteFiles = new Map(
    context.domains.flatMap((domain) => input.siteFiles.map((file) => [domainPath(domain, file.path), file] as const)),
  );
  for (const route of context.site.routes) {
    files.set(pageFile(route.path), () => page(route).html);
    files.set(payloadFile(route.path), () => page(route).json);
  }
  for (const { domain, manifest, latest } of described) {
    for (const file of input.clientFiles) files.set(domainPath(domain, file.path), () => file.bytes);
    const [first] = domain.languages;
    if (domain.languages.every(({ prefix }) => prefix !== ""))
      files.set(domainPath(domain, "404.html"), () => errorPage(first, context));
    if (context.definition.cachePage)
      files.set(domainPath(domain, FLUSH_PAGE), () => flushPage(domain, { context, client }));
    files.set(domainPath(domain, metaPath(id)), () => JSON.stringify(manifest));
    files.set(domainPath(domain, LATEST_FILE), () => JSON.stringify(latest));
  }
  for (const language of languages) {
    for (const states of [context.sharedFiles, context.wordsFiles]) {
      const { path, text } = forLanguage(states, language.code);
      files.set(domainPath(language, path), () => text);
    }
    files.set(errorFile(language.home), () => {
      sheets.note(language.code, [ERROR_PAGE]);
      return errorPage(language, context);
    });
  }
  for (const language of previews)
    files.set(domainPath(language, previewPath(language.code)), () =>
      previewText(language.code, { ...input, orders: null }),
    );
  for (const [path, { text }] of stubs(context, input.redirects)) if (!files.has(path)) files.set(path, text);
  for (const { path } of publicFiles(input.config)) {
    const place = context.domains.map((domain) => domainPath(domain, path)).find((one) => files.has(one));
    if (place !== undefined) throw takenPath({ path, place, by: "the site" }, input.config);
  }
  const sourceOf = (path: string) => {
    const starts = context.domains.map((domain) => domainPath(domain, "")).filter((start) => path.startsWith(start));
    return starts.map((start) => assets.sourceOf(path.slice(start.length))).find((source) => source !== undefined);
  };
  const texts = textsOf((path) => routesAt(path, context.site).map(page)[0]);
  return {
    /** The same as `find` for files of the site's own outputs, of which some may have to be made. */
    findOutput: createDevOutputs({ ...input, texts }),
    domains: described.map(({ domain: { folder, origin }, manifest }): DevDomain => ({ folder, origin, manifest })),
    /** A file by its path below the output folder; null if a build would not have it. Throws render errors. */
    find(path: string): FoundFile | null {
      const made = files.get(path)?.() ?? sheets.find(path);
      if (made !== undefined) return { bytes: typeof made === "string" ? Buffer.from(made) : made };
      const source = sourceOf(path);
      const file = source ?? published.get(path);
      return file === undefined ? (siteFiles.get(path) ?? null) : { source: file };
    },
  };
}

function createPages(
  { context, onPage }: DevFilesInput,
  noteSheets: StyleFiles["note"],
): (route: Route) => RenderedPage {
  const made = new Map<string, RenderedPage>();
  return (route) => {
    const { path } = route;
    const known = made.get(path);
    if (known) return known;
    const started = performance.now();
    const fresh = renderRoute(route, context);
    onPage(path, performance.now() - started);
    noteSheets(route.lang, fresh.blocks);
    made.set(path, fresh);
    for (const old of [...made.keys()].slice(0, -KEPT_PAGES)) made.delete(old);
    return fresh;
  };
}

function textsOf(page: (path: string) => RenderedPage | undefined): PageTexts {
  return {
    payload: (path) => page(path)?.json ?? null,
    html: (path) => Buffer.from(page(path)?.html ?? ""),
    // As in a build's list of files, since outputs may write it.
    hash(path) {
      const made = page(path);
      return made ? `${contentHash(made.html)} ${contentHash(made.json)}` : null;
    },
  };
}

/** In a build, the id hashes all output. Here it only needs to distinguish two versions of the site. */
function idOf({ context, client, redirects }: DevFilesInput): string {
  const shared = Object.values(context.sharedFiles).map(({ path }) => path);
  const words = Object.values(context.wordsFiles).map(({ text }) => text);
  return valueHash([client.bundle.hash, context.space.cv, shared, words, redirects.rules]);
}
