/** Renders draft pages on demand with the build's own functions. Nothing is published or stored on disk. */
import { readFile } from "node:fs/promises";
import type { Config } from "../config/config.ts";
import type { Route, Site } from "../content/map/site.ts";
import { errorPayload } from "../content/page/page-payload.ts";
import { isUnpublished } from "../content/preview/is-unpublished.ts";
import { responseLanguage, withoutFolder } from "../content/rules/languages.ts";
import { languageOfPath, withBase } from "../content/rules/paths.ts";
import { createPullPlans } from "../fetch/pull-plan.ts";
import { openSpaces } from "../fetch/pull-spaces.ts";
import { shortHash } from "../files/hash.ts";
import { type SpaceService, serviceOf } from "../generate/content-service.ts";
import { createOnDemandAssets, type OnDemandAssets } from "../generate/gather-assets.ts";
import type { LoadedSite } from "../generate/load-site.ts";
import { withOwnRoutes } from "../generate/own-routes.ts";
import { type PreparedClient, type PreparedCode, prepareCode } from "../generate/prepare-client.ts";
import type { RenderContext } from "../generate/render-context.ts";
import { renderHtml } from "../generate/render-payload.ts";
import { renderRoute } from "../generate/render-route.ts";
import { siteSettings } from "../generate/site-settings.ts";
import { createSourceAsking } from "../generate/source-asking.ts";
import { messageOf } from "../problems/cause.ts";
import { SitegenError } from "../problems/errors.ts";
import type { Lang, StoryEntry } from "../site/api/model.ts";
import { byLanguage, forLanguage } from "../site/by-language.ts";
import type { PreviewWord } from "../site/editor-words.ts";
import { previewWord } from "../site/editor-words.ts";
import type { Language, Languages } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { inSpace, inSpaceOf, MAIN_SPACE } from "../site/spaces.ts";
import { createDraftClient, joinDraftClients } from "./draft-client.ts";
import { createDraftIndex } from "./draft-index.ts";
import { type DraftSpace, openDraftSpace } from "./draft-space.ts";
import { createPerRelease } from "./per-release.ts";

/** A page requested by the editor's frame. */
export interface DraftRequest {
  /** Site path with slashes at both ends. */
  path: string;
  /** `_storyblok`: id of the edited story, or null. */
  storyId: number | null;
  /** `_storyblok_lang`: "default", a language, or "". */
  language: string;
  /** Name of the space whose editor asks; "" for the main one. */
  space: string;
  /** `_storyblok_release`: number of the release that the editor shows, or "". */
  release: string;
}

/** Why there is no draft, in the words of the site. */
export interface DraftFailure {
  status: 404 | 500 | 502;
  lang: string;
  title: string;
  text: string;
  /** In English, for the log; shown where there is no text. */
  message: string;
}

export interface DraftPage {
  status: 200 | 404;
  html: string;
  /** Content of the page's `_payload.json`. */
  json: string;
}

/** Renders drafts. */
export interface DraftRenderer {
  /** Null for a page of another space, whose drafts are not for this editor. */
  render(request: DraftRequest): Promise<DraftPage | DraftFailure | null>;
  /** Files that a draft page refers to and the published site may not have. */
  file(path: string): Promise<Uint8Array | null>;
  close(): void;
}

export interface DraftRendererOptions {
  config: Config;
  service: Omit<SpaceService, "spaceId">;
  stateDir: string;
  /** Code to render with; default: the state folder's. */
  code?: PreparedCode | undefined;
  signal?: AbortSignal | undefined;
}

export async function createDraftRenderer(options: DraftRendererOptions): Promise<DraftRenderer> {
  const { opened, client } = await prepareCode(options);
  const blocks = await opened.load();
  const { site } = blocks;
  const assets = createOnDemandAssets({ ...options, endpoint: options.service.endpoint });
  const files = new Map<string, Uint8Array>((await client.files()).map((file) => [file.path, file.bytes]));
  const siteFiles = new Map((await client.siteFiles()).map((file) => [file.path, file]));
  const build = async (drafts: DraftSpace): Promise<RenderContext> => {
    await assets.gather(drafts.assets());
    // Sources are not asked again: drafts have the values of the last build.
    const { values } = await createSourceAsking({ ...options, ask: { now: [] }, offline: false })(opened);
    const made = createDraftContext({ config: options.config, drafts, client, assets, blocks, values });
    for (const states of [made.sharedFiles, made.wordsFiles])
      for (const { path, text } of Object.values(states)) files.set(path, Buffer.from(text));
    return made;
  };

  const releases = createPerRelease(async (release) => {
    const [space = MAIN_SPACE, id = ""] = release.split(" ");
    const drafts = await openDrafts(options, site, { space, id });
    let built: { revision: number; context: Promise<RenderContext> } | undefined;
    const context = (): Promise<RenderContext> => {
      const revision = drafts.revision();
      if (built?.revision !== revision) built = { revision, context: build(drafts) };
      return built.context;
    };
    const { config } = options;
    const editing = withBase(config.site.base, client.bundle.preview);
    const ofSpace = { context, summaries: drafts.summaries };
    const index = createDraftIndex({ config, languages: site.languages, editing, ...ofSpace });
    return { drafts, context, index, close: () => drafts.close() };
  });

  return {
    render: (request) =>
      orFailure(request, site, () =>
        releases.use(request.release && `${request.space} ${request.release}`, async ({ drafts, context, index }) => {
          const { storyId } = request;
          await Promise.all([drafts.catchUp(), storyId === null ? null : drafts.refresh(storyId)]);
          const before = await context();
          const edited = entryOf(routeOf(request, before), before.site);
          if (edited && edited.id !== storyId) await drafts.refresh(edited.id);
          const made = await context();
          const route = routeOf(request, made);
          if (route && inSpaceOf(site, route.lang) !== inSpace(site, request.space)) return null;
          const page = draftPage(request, route, made);
          const entry = entryOf(route, made.site);
          const story = entry && drafts.space.story(responseLanguage(entry, site), entry.uuid);
          const html = index.nameIn(page.html, { lang: page.lang, isUnpublished: !!story && isUnpublished(story) });
          return { ...page, html };
        }),
      ),
    async file(path) {
      const source = assets.sourceOf(path);
      const known = files.get(path) ?? (source ? await readFile(source) : await siteFiles.get(path)?.read());
      if (known) return known;
      for (const { index } of await releases.all()) {
        const found = await index.file(path);
        if (found) return found;
      }
      return null;
    },
    close: releases.close,
  };
}

/** What the editor sees in place of a draft that cannot be rendered, in the words of the site. */
async function orFailure<T>(
  { path }: DraftRequest,
  { languages, words }: ResolvedSite,
  render: () => Promise<T>,
): Promise<T | DraftFailure> {
  try {
    return await render();
  } catch (error) {
    const { code, locale } = languageOfPath(path, languages);
    const word = (name: PreviewWord) => previewWord(words[code], name);
    const down = { lang: locale, title: word("preview_link_down"), message: messageOf(error) };
    const kind = error instanceof SitegenError ? error.code : "";
    if (kind === "RELEASE_UNKNOWN")
      return { ...down, status: 404, title: word("preview_link_gone"), text: word("preview_link_gone_text") };
    if (kind.startsWith("FETCH_")) return { ...down, status: 502, text: word("preview_link_down_text") };
    return { ...down, status: 500, text: "" };
  }
}

function openDrafts(
  { config, service, stateDir, signal }: DraftRendererOptions,
  site: ResolvedSite,
  release: { space: string; id: string },
): Promise<DraftSpace> {
  const { perPage, requestsPerSecond, timeoutMs } = config.storyblok;
  const plans = createPullPlans(site);
  const main = { ...service, spaceId: config.storyblok.spaceId };
  const [first, ...others] = plans.map(([space, plan]) => {
    const { endpoint, previewToken, spaceId } = serviceOf(space, { config, service: main }, "previewToken");
    const ofRelease = space === release.space && release.id !== "" ? { release: release.id } : {};
    return { space, plan, endpoint, token: previewToken, spaceId, ...ofRelease };
  });
  const common = { requestsPerSecond, timeoutMs, signal };
  const wanted = { version: "draft", perPage, stateDir, full: true, offline: false } as const;
  const all = first ? [first, ...others] : [];
  return openDraftSpace({
    site,
    client: joinDraftClients(new Map(all.map((one) => [one.space, createDraftClient({ ...one, ...common })])), site),
    async pull() {
      const from = first ?? { ...main, token: main.previewToken };
      const opened = await openSpaces({ ...from, ...common, ...wanted }, Promise.resolve(others));
      return opened.pull(plans, async () => undefined);
    },
  });
}

function createDraftContext(input: {
  config: Config;
  drafts: DraftSpace;
  client: PreparedClient;
  assets: OnDemandAssets;
  blocks: LoadedSite;
  values: RenderContext["values"];
}): RenderContext {
  const { config, drafts, client, assets, values } = input;
  const { site: definition, ...blocks } = input.blocks;
  const { space, site } = drafts;
  const settings = siteSettings(config, { definition, badgeImage: client.badgeImage });
  const given = { config, space, site, definition, settings, values, assets: assets.lookup };
  return withOwnWords(withOwnRoutes({ ...given, ...blocks, ...client, wholeStyles: true }));
}

/** The words get a file of their own, since the published site's are at the usual address. */
function withOwnWords(context: RenderContext): RenderContext {
  const codes = context.definition.languages.map(({ code }) => code);
  const wordsFiles = byLanguage(codes, (lang) => {
    const { text } = forLanguage(context.wordsFiles, lang);
    return { path: `_assets/words-${lang}-${shortHash(text)}.json`, text };
  });
  const files = byLanguage(codes, (lang) => {
    const words = withBase(context.settings.base, forLanguage(wordsFiles, lang).path);
    return { ...forLanguage(context.files, lang), words };
  });
  return { ...context, wordsFiles, files };
}

function entryOf(route: Route | null, { entries }: Site): StoryEntry | undefined {
  return route ? forLanguage(entries, route.lang).get(route.uuid) : undefined;
}

function routeOf(request: DraftRequest, context: RenderContext): Route | null {
  const { languages } = context.definition;
  const own = inSpace(context.definition, request.space).languages;
  const globalId = context.space.global[own[0].code]?.id ?? null;
  return findRoute(context.site, { ...request, globalId, own }, languages);
}

function draftPage({ path }: DraftRequest, route: Route | null, context: RenderContext): DraftPage & { lang: Lang } {
  if (route) {
    const { html, json } = renderRoute(route, context);
    return { status: 200, html, json, lang: route.lang };
  }
  const lang = languageOfPath(path, context.definition.languages).code;
  const payload = errorPayload(lang, context.settings, forLanguage(context.shared, lang).words.error_title ?? "");
  return { status: 404, html: renderHtml(payload, context), json: "", lang };
}

interface RouteQuery {
  /** Site path with slashes at both ends. */
  path: string;
  storyId: number | null;
  language: string;
  /** The languages of the space whose editor asks: ids are those of its stories. */
  own: Languages;
  /** Id of the global story, which has no page. */
  globalId: number | null;
}

/**
 * Finds the page to preview. If the path is a page's own, it decides, since links in the frame keep the query.
 * Otherwise it is the editor's form of a URL (`/home/`, `/de/company/team/` for a translated slug, a story with a new
 * slug): then the story's id decides, or else the slug.
 */
function findRoute(site: Site, query: RouteQuery, languages: Languages): Route | null {
  const { path, storyId } = query;
  const exact = site.routes.find((route) => route.path === path);
  if (exact) return exact;
  const meant = languageMeant(query, languages);
  if (storyId !== null && storyId === query.globalId) return routeAt(site, meant.home);
  const codes = query.own.map(({ code }) => code);
  const langs = codes.includes(meant.code) ? [meant.code, ...codes.filter((code) => code !== meant.code)] : codes;
  const byId = storyId === null ? undefined : firstEntry(site, langs, (entry) => entry.id === storyId);
  const slug = path.slice(path.startsWith(meant.home) ? meant.home.length : 1).replace(/\/$/, "");
  const entry = byId ?? firstEntry(site, langs.slice(0, 1), (one) => bare(one, meant) === slug);
  return entry ? routeAt(site, entry.path) : null;
}

/** The language of the path, or the query's if the path's language has no prefix. */
function languageMeant({ path, language }: RouteQuery, languages: Languages): Language {
  const byPath = languageOfPath(path, languages);
  const named = languages.find(({ code }) => code === language);
  return byPath.prefix === "" && named ? named : byPath;
}

function bare({ slug }: StoryEntry, language: Language): string {
  return withoutFolder(slug, language).replace(/\/$/, "");
}

function firstEntry(site: Site, langs: readonly Lang[], fits: (entry: StoryEntry) => boolean): StoryEntry | undefined {
  for (const lang of langs) for (const entry of forLanguage(site.entries, lang).values()) if (fits(entry)) return entry;
  return undefined;
}

function routeAt(site: Site, path: string): Route | null {
  return site.routes.find((route) => route.path === path) ?? null;
}
