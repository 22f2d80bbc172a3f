/** Draft pages on demand, through the same steps as a build's. Nothing is published or kept on disk. */
import { readFile } from "node:fs/promises";
import type { ContentService } from "../build/content-service.ts";
import { gatherAssets } from "../build/gather-assets.ts";
import type { LoadedSite } from "../build/loaded-site.ts";
import { openSite } from "../build/open-site.ts";
import { type Client, prepareClient } from "../build/prepare-client.ts";
import { createRenderContext, type RenderContext } from "../build/render-context.ts";
import { renderHtml, renderRoute } from "../build/render-route.ts";
import { siteSettings } from "../build/site-settings.ts";
import type { Config } from "../config/config.ts";
import type { AssetRecord } from "../content/asset.ts";
import type { Lang } from "../content/model.ts";
import { errorPayload } from "../content/page-payload.ts";
import { languageOfPath } from "../content/rules/paths.ts";
import { buildSite, type Route } from "../content/site.ts";
import { planOf } from "../fetch/pull-plan.ts";
import { pullSpace } from "../fetch/pull-space.ts";
import type { DraftPage, DraftRenderer, DraftRequest } from "../serve/preview.ts";
import { at } from "../site/by-language.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { createDraftClient } from "./draft-client.ts";
import { createDraftIndex } from "./draft-index.ts";
import { type DraftSpace, openDraftSpace } from "./draft-space.ts";
import { findRoute } from "./find-route.ts";

export interface DraftRendererOptions {
  config: Config;
  service: Pick<ContentService, "endpoint" | "previewToken">;
  stateDir: string;
  signal?: AbortSignal | undefined;
}

export async function createDraftRenderer(options: DraftRendererOptions): Promise<DraftRenderer> {
  const opened = await openSite(options.config, options.stateDir);
  const { site } = await opened.load();
  const drafts = await openDrafts(options, site);
  const client = await prepareClient({ ...options, site: opened });
  const assets = createDraftAssets(options);
  const blocks = await opened.load();
  const files = new Map<string, Uint8Array>(client.files.map((file) => [file.path, file.bytes]));
  let built: { revision: number; context: Promise<RenderContext> } | undefined;

  const context = (): Promise<RenderContext> => {
    const revision = drafts.revision();
    if (built?.revision !== revision) built = { revision, context: build() };
    return built.context;
  };
  const build = async (): Promise<RenderContext> => {
    await assets.gather(drafts.assets());
    const made = buildWorld({ config: options.config, drafts, client, assets, blocks });
    for (const { path, text } of Object.values(made.sharedFiles)) files.set(path, Buffer.from(text));
    return made;
  };

  const { base } = options.config.site;
  const index = createDraftIndex({
    config: options.config,
    languages: site.languages,
    base,
    context,
    summaries: drafts.summaries,
  });
  const pageOf = (request: DraftRequest, made: RenderContext): DraftPage => {
    const page = draftPage(request, routeOf(request, made), made);
    return { ...page, html: index.nameIn(page.html, page.lang) };
  };

  return {
    async render(request) {
      const { storyId } = request;
      await Promise.all([drafts.catchUp(), storyId === null ? null : drafts.freshen(storyId)]);
      const found = routeOf(request, await context());
      const edited = found && at(found.context.site.entries, found.route.lang).get(found.route.uuid);
      if (edited && edited.id !== storyId) await drafts.freshen(edited.id);
      return pageOf(request, await context());
    },
    async file(path) {
      const source = assets.sourceOf(path);
      return files.get(path) ?? (source ? await readFile(source) : index.file(path));
    },
    close: () => drafts.close(),
  };
}

function openDrafts(
  { config, service, stateDir, signal }: DraftRendererOptions,
  site: ResolvedSite,
): Promise<DraftSpace> {
  const { perPage, requestsPerSecond, timeoutMs } = config.storyblok;
  const source = { plan: planOf(site), ...service, requestsPerSecond, timeoutMs, signal };
  const wanted = { version: "draft", perPage, stateDir, full: true, offline: false } as const;
  return openDraftSpace({
    site,
    client: createDraftClient(source),
    pull: () => pullSpace({ ...source, ...wanted, token: service.previewToken }),
  });
}

function buildWorld(input: {
  config: Config;
  drafts: DraftSpace;
  client: Client;
  assets: DraftAssets;
  blocks: LoadedSite;
}): RenderContext {
  const { config, drafts, client, assets } = input;
  const { site: definition, ...blocks } = input.blocks;
  const { space } = drafts;
  const settings = siteSettings(config, { definition, space, badgeImage: client.badgeImage });
  const site = buildSite(drafts.summaries(), definition);
  const given = { config, filenames: [], space, site, definition, settings, assets: assets.lookup };
  return createRenderContext({ ...given, ...blocks, ...client, wholeStyles: true });
}

interface Found {
  route: Route;
  context: RenderContext;
}

function routeOf(request: DraftRequest, context: RenderContext): Found | null {
  const { languages } = context.definition;
  const globalId = context.space.global[languages[0].code]?.id ?? null;
  const route = findRoute(context.site, { ...request, globalId }, languages);
  return route && { route, context };
}

function draftPage({ path }: DraftRequest, found: Found | null, context: RenderContext): DraftPage & { lang: Lang } {
  if (found) {
    const { html, json } = renderRoute(found.route, found.context);
    return { status: 200, html, json, lang: found.route.lang };
  }
  const lang = languageOfPath(path, context.definition.languages).code;
  const payload = errorPayload(lang, context.settings, at(context.shared, lang).words.error_title ?? "");
  return { status: 404, html: renderHtml(payload, context), json: "", lang };
}

interface DraftAssets {
  /** Fetches what was not asked for yet; the folder of mirrored assets is the build's own. */
  gather(filenames: ReadonlySet<string>): Promise<void>;
  lookup(filename: string): AssetRecord | undefined;
  sourceOf(path: string): string | undefined;
}

function createDraftAssets({ config, service, stateDir, signal }: DraftRendererOptions): DraftAssets {
  const asked = new Set<string>();
  const lookups: ((filename: string) => AssetRecord | undefined)[] = [];
  const sources = new Map<string, string>();
  let queue = Promise.resolve();
  const fetchNew = async (wanted: ReadonlySet<string>) => {
    const filenames = [...wanted].filter((filename) => !asked.has(filename));
    if (filenames.length === 0) return;
    for (const filename of filenames) asked.add(filename);
    const { endpoint } = service;
    const gathered = await gatherAssets({ config, filenames, endpoint, stateDir, offline: false, signal });
    lookups.push(gathered.lookup);
    for (const file of gathered.files) sources.set(file.path, file.source);
  };
  return {
    // One after the other: a page must not be made while what it shows is still on its way for another one.
    gather(wanted) {
      const turn = queue.then(() => fetchNew(wanted));
      queue = turn.catch(() => undefined);
      return turn;
    },
    lookup(filename) {
      for (const lookup of lookups) {
        const record = lookup(filename);
        if (record) return record;
      }
      return undefined;
    },
    sourceOf: (path) => sources.get(path),
  };
}
