/** The gallery: all blocks of the site in all themes and states. Never published. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fg from "fast-glob";
import type { Config } from "../config/config.ts";
import { UNKNOWN_ENTRY } from "../content/map/site.ts";
import { buildSite } from "../content/map/site-model.ts";
import { buildCard } from "../content/page/card.ts";
import { watchStates } from "../content/page/read-words.ts";
import { createReader } from "../content/page/site-reader.ts";
import { resolveBlock } from "../content/resolve/block.ts";
import { nothingResolved } from "../content/resolve/context.ts";
import { blockReader } from "../content/resolve/story-blocks.ts";
import { decodeUriPart } from "../content/rules/decode.ts";
import type { LoadedSite } from "../generate/load-site.ts";
import { type PreparedClient, type PreparedCode, prepareCode } from "../generate/prepare-client.ts";
import { createRenderContext, type RenderContext } from "../generate/render-context.ts";
import { renderHtml } from "../generate/render-payload.ts";
import { siteSettings } from "../generate/site-settings.ts";
import type { PageFiles } from "../render/head.ts";
import type { Lang, Space } from "../site/api/model.ts";
import type { Block, ImageData, Payload, Shared } from "../site/api/payload.ts";
import { isEmpty } from "../site/blocks/field-values.ts";
import type { BlockSchema } from "../site/blocks/fields.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import type { Language } from "../site/languages.ts";
import { createStateCollector, firstPicture } from "./block-states.ts";
import { type BlockState, edgeCaseStates, type StateMaker } from "./edge-case-states.ts";
import {
  GALLERY_PATH,
  type GalleryBlock,
  type GalleryView,
  galleryPayload,
  indexPage,
  withTheme,
} from "./gallery-pages.ts";
import { exampleBlock } from "./unused-block.ts";

export interface GalleryOptions {
  config: Config;
  /** The output folder, whose payloads hold the resolved blocks. */
  out: string;
  stateDir: string;
  /** Code to render with; default: the state folder's. */
  code?: PreparedCode | undefined;
}

export type Gallery = Awaited<ReturnType<typeof createGallery>>;

/** Most pages read; enough to find every state on a large site. */
const PAGES = 3000;

export async function createGallery(options: GalleryOptions) {
  const { out } = options;
  const { opened, client } = await prepareCode(options);
  const context = await createGalleryContext(options, client, await opened.load());
  const { languages } = context.definition;
  const blocks: ByLanguage<GalleryBlock[]> = {};
  for (const language of languages) blocks[language.code] = await readBlocks(out, language, context);
  const files = new Map<string, Uint8Array>((await client.files()).map((file) => [file.path, file.bytes]));
  const siteFiles = new Map((await client.siteFiles()).map((file) => [file.path, file]));
  return {
    languages: languages.map(({ code }) => code),
    index: (lang: Lang) => indexPage({ blocks: forLanguage(blocks, lang), lang, client, context }),
    /** A block's page; null if there is no such block. */
    block(name: string, view: GalleryView): string | null {
      const shown = forLanguage(blocks, view.lang).find(({ component }) => component === name);
      return shown
        ? withTheme(renderHtml(galleryPayload(shown, view, context), context), shown, { view, context })
        : null;
    },
    /** Scripts and styles of the gallery's pages. */
    file: async (path: string) => files.get(path) ?? (await siteFiles.get(path)?.read()) ?? null,
  };
}

/** A render context without stories: blocks are already resolved, header and footer come from the published site. */
async function createGalleryContext(
  { config, out }: GalleryOptions,
  client: PreparedClient,
  loaded: LoadedSite,
): Promise<RenderContext> {
  const { site: definition, ...blocks } = loaded;
  const space = emptySpace(definition.languages.map(({ code }) => code));
  const settings = siteSettings(config, { definition, badgeImage: client.badgeImage });
  const site = buildSite({}, definition);
  const empty = { config, space, site, definition, settings, values: {}, assets: () => undefined };
  const context = createRenderContext({ ...empty, ...blocks, ...client, wholeStyles: true });
  const shared = await readShared(out, config.site.base);
  const codes = definition.languages.map(({ code }) => code);
  const files = (lang: Lang) => ({
    ...forLanguage(context.files, lang),
    ...forLanguage(shared, lang).urls,
    feeds: [],
  });
  const values = byLanguage(codes, (lang) => forLanguage(shared, lang).value);
  return {
    ...context,
    shared: values,
    watched: watchStates(values),
    files: byLanguage(codes, files),
  };
}

function emptySpace(codes: readonly Lang[]): Space {
  return {
    cv: 0,
    datasources: byLanguage(codes, () => ({})),
    global: byLanguage(codes, () => null),
    stories: () => [],
    index: () => [],
    story: () => undefined,
  };
}

/** All blocks with their states: those on published pages, and those derived from the most complete one. */
async function readBlocks(out: string, language: Language, context: RenderContext): Promise<GalleryBlock[]> {
  const all = context.catalogue.all();
  const collector = createStateCollector(
    all.map(({ schema }) => schema),
    context.definition,
  );
  const others = context.definition.languages.filter(
    ({ home }) => home !== language.home && home.startsWith(language.home),
  );
  const patterns = [language.home, ...others.map(({ home }) => home)].map(
    (home, index) => `${index === 0 ? "" : "!"}${home.slice(1)}**/_payload.json`,
  );
  let picture: ImageData | null = null;
  for (const path of (await fg(patterns, { cwd: out })).sort().slice(0, PAGES)) {
    const payload = JSON.parse(await readFile(join(out, path), "utf8")) as Payload; // written by a build
    collector.add(payload.page);
    picture ??= firstPicture(payload.page);
  }
  const states = collector.states();
  const maker = stateMaker(language.code, context);
  return all.flatMap(({ component, schema }) => {
    const used = states.get(schema.name);
    if (!used) return [];
    const shown = used.length > 0 ? used : [maker.withData(exampleBlock(schema, { picture, card: maker.card }))];
    return { component, schema, isUsed: used.length > 0, states: allStates(shown, schema, maker) };
  });
}

function allStates(shown: readonly Block[], schema: BlockSchema, maker: StateMaker): BlockState[] {
  const fullest = shown.reduce((most, block) => (weight(block) > weight(most) ? block : most));
  const own = shown.map((block, at) => ({ name: shown.length > 1 ? `as-used-${at + 1}` : "as-used", block }));
  return [...own, ...edgeCaseStates(fullest, schema, maker)];
}

/** Number of filled fields. */
function weight(block: Block): number {
  return Object.values(block).filter((value) => !isEmpty(value)).length;
}

function stateMaker(lang: Lang, { catalogue, sources }: RenderContext) {
  const { pageTypes, crops } = sources.definition;
  const given = () => ({ catalogue, pageTypes, crops, ...nothingResolved() });
  const page = createReader({ ...NO_STORY, lang }, { ...sources, onProblem: () => undefined });
  const reader = blockReader(page, given());
  const schemas = new Map(catalogue.all().map(({ schema }) => [schema.name, schema]));
  const names = new Map(catalogue.all().map(({ component, schema }) => [schema, component]));
  return {
    schemas,
    empty(schema: BlockSchema): Block {
      const raw = { component: names.get(schema) ?? schema.name, _uid: "empty" };
      return resolveBlock(raw, { ...given(), reader }, "") ?? raw;
    },
    withData(block: Block): Block {
      const data = catalogue.data(block.component)?.(block, reader, null);
      return data === undefined ? block : { ...block, data };
    },
    card(type: string, at: number): unknown {
      const name = `${type} ${at + 1}`;
      const entry = { ...NO_STORY, lang, id: at + 1, uuid: name, component: type, name };
      return cardOf(entry, { ...reader, day: () => "", href: () => "/" }, sources.definition);
    },
  };
}

/** A site's card function may throw for a story that does not exist. */
function cardOf(...[entry, reader, site]: Parameters<typeof buildCard>): unknown {
  try {
    return buildCard(entry, reader, site);
  } catch {
    return null;
  }
}

const NO_STORY = { ...UNKNOWN_ENTRY, path: "/" };

type PublishedState = { urls: Pick<PageFiles, "shared" | "words">; value: Shared };

async function readShared(out: string, base: string): Promise<ByLanguage<PublishedState>> {
  const read = async (path: string) => JSON.parse(await readFile(join(out, path), "utf8"));
  const latest = await read("_assets/builds/latest.json");
  const found: ByLanguage<PublishedState> = {};
  for (const lang of Object.keys(latest.shared)) {
    const urls = { shared: String(latest.shared[lang]), words: String(latest.words[lang]) };
    const parts = [urls.shared, urls.words].map((url) => read(url.slice(base.length)));
    found[lang] = { urls, value: Object.assign({}, ...(await Promise.all(parts))) as Shared };
  }
  return found;
}

/** The page for a gallery URL; null if there is no such block. */
export function galleryPage(url: string, gallery: Gallery): string | null {
  const [path = "", search = ""] = url.split("?");
  const params = new URLSearchParams(search);
  const lang = gallery.languages.find((code) => code === params.get("lang")) ?? gallery.languages[0] ?? "";
  const [, name] = /^([^/]*)\/?$/.exec(path.slice(GALLERY_PATH.length)) ?? [];
  if (name === undefined) return null;
  if (name === "") return gallery.index(lang);
  return gallery.block(decodeUriPart(name), {
    lang,
    theme: params.get("theme") ?? "",
    state: params.get("state") ?? "",
  });
}
