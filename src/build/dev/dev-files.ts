import { ERROR_PAGE } from "../../bundle/site-modules.ts";
import type { Lang } from "../../content/model.ts";
import { errorFile, errorPage, FLUSH_PAGE, flushPage } from "../outputs/client-files.ts";
import { crawlerFiles } from "../outputs/outputs.ts";
import { stubs } from "../outputs/redirects.ts";
import { pageFile, payloadFile } from "../page-files.ts";
/** The files a build would publish, each created on request. */

import type { Config } from "../../config/config.ts";
import type { Route, StorySummaries } from "../../content/site.ts";
import { LATEST_FILE, metaPath } from "../../publish/file-list.ts";
import type { RedirectOutput } from "../../redirects/build.ts";
import { shortHash } from "../../short-hash.ts";
import { forLanguage } from "../../site/by-language.ts";
import { domainPath } from "../../site/domains.ts";
import { languageOf } from "../../site/languages.ts";
import type { OnDemandAssets } from "../on-demand-assets.ts";
import type { PageSheet } from "../page-styles.ts";
import type { ClientFile, PreparedClient } from "../prepare-client.ts";
import { previewText } from "../preview-index.ts";
import { newestPublishDate, renderManifests } from "../publish-site.ts";
import type { RenderContext } from "../render-context.ts";
import { blocksAround } from "../render-payload.ts";
import { type RenderedPage, renderRoute } from "../render-route.ts";
import type { DevDomain } from "./dev-update.ts";

/** A file's content, or the path to read it from. */
export type DevFile = { bytes: Uint8Array } | { source: string };

export interface DevFiles {
  /** A file by its path below the output folder; null if a build would not have it. Throws render errors. */
  find(path: string): DevFile | null;
  domains: readonly DevDomain[];
}

export interface DevFilesInput {
  config: Config;
  context: RenderContext;
  client: PreparedClient;
  clientFiles: readonly ClientFile[];
  assets: Pick<OnDemandAssets, "sourceOf">;
  redirects: RedirectOutput;
  summaries: StorySummaries;
  /** Called for each page that is rendered, with its path and milliseconds. */
  onPage: (path: string, ms: number) => void;
}

/** Rendered pages that are kept: an open page requests its payload too. */
const KEPT_PAGES = 50;

export function createDevFiles(input: DevFilesInput): DevFiles {
  const { context, client, assets } = input;
  const { languages } = context.definition;
  const sheets = createSheets(context);
  const page = createPages(input, sheets.note);
  const id = idOf(input);
  const timestamp = newestPublishDate(context);
  const previews = input.config.preview.editorOrigins.length > 0 ? languages : [];
  const previewPath = (lang: string) => `_assets/preview-${lang}-${id}.json`;
  const preview = Object.fromEntries(previews.map(({ code }) => [code, context.settings.base + previewPath(code)]));
  const described = context.domains.map((domain) => ({
    domain,
    ...renderManifests(domain, { context, redirects: input.redirects, preview, client, id, timestamp }),
  }));

  const files = new Map<string, () => string | Uint8Array>();
  for (const route of context.site.routes) {
    files.set(pageFile(route.path), () => page(route).html);
    files.set(payloadFile(route.path), () => page(route).json);
  }
  for (const { domain, manifest, latest } of described) {
    for (const file of input.clientFiles) files.set(domainPath(domain, file.path), () => file.bytes);
    const [first] = domain.languages;
    if (domain.languages.every(({ prefix }) => prefix !== ""))
      files.set(domainPath(domain, "404.html"), () => errorPage(first, context));
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
    files.set(domainPath(language, previewPath(language.code)), () => previewText(language.code, input));
  for (const [path, { text }] of stubs(context, input.redirects)) if (!files.has(path)) files.set(path, text);
  const sourceOf = (path: string) => {
    for (const { folder } of context.domains) {
      const source = path.startsWith(domainPath({ folder }, ""))
        ? assets.sourceOf(path.slice(domainPath({ folder }, "").length))
        : undefined;
      if (source !== undefined) return source;
    }
    return undefined;
  };
  return {
    domains: described.map(({ domain: { folder, origin, languages: own }, manifest }) => ({
      folder,
      origin,
      languages: own.map(({ code }) => code),
      manifest,
    })),
    find(path) {
      const made = files.get(path)?.() ?? sheets.find(path) ?? ofWholeSite(path, context);
      if (made !== undefined) return { bytes: typeof made === "string" ? Buffer.from(made) : made };
      const source = sourceOf(path);
      return source === undefined ? null : { source };
    },
  };
}

/** Stylesheets of the rendered pages; a browser requests them after the page. */
function createSheets(context: RenderContext) {
  const { styles, definition } = context;
  const known = new Map<string, PageSheet>();
  return {
    note(lang: Lang, blocks: readonly string[]) {
      const language = languageOf(definition.languages, lang);
      for (const sheet of styles.sheetsOf(blocksAround(blocks, lang, context), blocks))
        known.set(domainPath(language, sheet.path), sheet);
    },
    find: (path: string) => known.get(path)?.text(),
  };
}

function createPages(
  { context, onPage }: DevFilesInput,
  noteSheet: (lang: Lang, blocks: readonly string[]) => void,
): (route: Route) => RenderedPage {
  const made = new Map<string, RenderedPage>();
  return (route) => {
    const { path } = route;
    const known = made.get(path);
    if (known) return known;
    const started = performance.now();
    const fresh = renderRoute(route, context);
    onPage(path, performance.now() - started);
    noteSheet(route.lang, fresh.blocks);
    made.set(path, fresh);
    for (const old of [...made.keys()].slice(0, -KEPT_PAGES)) made.delete(old);
    return fresh;
  };
}

/** Files made from all stories; created only when one is requested. */
function ofWholeSite(path: string, context: RenderContext): string | undefined {
  if (!/\.(?:xml|txt)$/.test(path)) return undefined;
  return crawlerFiles({ context }).find((file) => file.path === path)?.text;
}

/** In a build, the id hashes all output. Here it only needs to distinguish two versions of the site. */
function idOf({ context, client, redirects }: DevFilesInput): string {
  const shared = Object.values(context.sharedFiles).map(({ path }) => path);
  const words = Object.values(context.wordsFiles).map(({ text }) => text);
  return shortHash(JSON.stringify([client.bundle.hash, context.space.cv, shared, words, redirects.rules]));
}
