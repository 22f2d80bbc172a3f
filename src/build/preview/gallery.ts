/** Every section of the site in its three themes and all states that occur: to look at, never published. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fg from "fast-glob";
import type { Config } from "../../config/config.ts";
import type { Datasources, Lang, Space } from "../../content/model.ts";
import type { Block, HeadData, Payload, Shared } from "../../content/payload.ts";
import { withBase } from "../../content/rules/paths.ts";
import type { BlockSchema } from "../../content/schema/fields.ts";
import { buildSite } from "../../content/site.ts";
import { escapeHtml } from "../../render/escape.ts";
import { loadCatalogue } from "../load-blocks.ts";
import { renderHtml } from "../make-page.ts";
import { type Client, prepareClient } from "../prepare-client.ts";
import { siteSettings } from "../settings.ts";
import { createWorld, type World } from "../world.ts";
import { type BlockStates, blocksIn, copyOf, createStateCollector } from "./block-states.ts";

export interface GalleryOptions {
  config: Config;
  /** The published site, whose payloads hold the blocks as resolved. */
  out: string;
  stateDir: string;
}

export interface Gallery {
  /** The list of all sections. */
  index(lang: Lang): string;
  /** One section, or null where there is none of that name. */
  section(name: string, lang: Lang): string | null;
  /** Code and styles of the gallery's pages. */
  file(path: string): Uint8Array | null;
}

export const GALLERY = "/__sitegen/gallery/";
const THEMES = ["light", "dark", "accent"];
const LANGS: readonly Lang[] = ["en", "de"];
/** Enough to meet every state of a large site. */
const PAGES = 3000;

export async function createGallery(options: GalleryOptions): Promise<Gallery> {
  const { config, out } = options;
  const client = await prepareClient(config, options.stateDir);
  const world = await galleryWorld(options, client);
  const schemas = world.catalogue.all().map(({ schema }) => schema);
  const states = { en: await readStates(out, "en", schemas), de: await readStates(out, "de", schemas) };
  const files = new Map<string, Uint8Array>(client.files.map((file) => [file.path, file.bytes]));
  return {
    index: (lang) => indexPage(states[lang], lang, client, config.site.base),
    section(name, lang) {
      const blocks = states[lang].get(name);
      return blocks ? renderHtml(galleryPayload({ name, blocks, lang, world }), world) : null;
    },
    file: (path) => files.get(path) ?? null,
  };
}

/** A world without stories: its blocks come resolved, its header and footer from the published site. */
async function galleryWorld({ config, out }: GalleryOptions, client: Client): Promise<World> {
  const blocks = await loadCatalogue(config);
  const settings = siteSettings(config, { labels: [], badgeImage: client.badgeImage });
  const site = buildSite({ en: [], de: [] });
  const empty = { config, filenames: [], space: NO_SPACE, site, settings, assets: () => undefined };
  const world = createWorld({ ...empty, ...blocks, ...client });
  const shared = await readShared(out, config.site.base);
  const files = (lang: Lang) => ({ ...world.files[lang], shared: shared[lang].path, feed: "" });
  return {
    ...world,
    shared: { en: shared.en.value, de: shared.de.value },
    files: { en: files("en"), de: files("de") },
  };
}

const NO_DATASOURCES: Datasources = { labels: [], "insight-categories": [], "all-industries": [], "all-solutions": [] };
const NO_SPACE: Space = {
  cv: 0,
  datasources: { en: NO_DATASOURCES, de: NO_DATASOURCES },
  global: { en: null, de: null },
  stories: () => [],
  index: () => [],
  story: () => undefined,
  json: () => undefined,
};

async function readStates(out: string, lang: Lang, schemas: readonly BlockSchema[]): Promise<BlockStates> {
  const patterns = lang === "de" ? ["de/**/_payload.json"] : ["**/_payload.json", "!de/**"];
  const collector = createStateCollector(schemas);
  for (const path of (await fg(patterns, { cwd: out })).sort().slice(0, PAGES)) {
    const payload = JSON.parse(await readFile(join(out, path), "utf8")) as Payload; // our own output
    collector.add(payload.page);
  }
  return collector.states();
}

async function readShared(out: string, base: string): Promise<Record<Lang, { path: string; value: Shared }>> {
  const latest = JSON.parse(await readFile(join(out, "_assets", "builds", "latest.json"), "utf8"));
  const read = async (lang: Lang) => {
    const path = String(latest.shared[lang]);
    const text = await readFile(join(out, path.slice(base.length)), "utf8");
    return { path, value: JSON.parse(text) as Shared };
  };
  return { en: await read("en"), de: await read("de") };
}

/** The section in every state, and each state in every theme. */
function galleryPayload(options: { name: string; blocks: readonly Block[]; lang: Lang; world: World }): Payload {
  const { name, blocks, lang, world } = options;
  const body = blocks.flatMap((block, index) =>
    THEMES.map((theme) => ({ ...copyOf(block, `${index}-${theme}`), theme, anchor_id: `${theme}-${index}` })),
  );
  const page: Block = { component: "Page", _uid: `gallery-${name}`, body };
  const names = [...blocksIn(page)].map((block) => block.component);
  const path = `${GALLERY}${name}/`;
  return {
    kind: "page",
    lang,
    path,
    story: null,
    switchHref: { en: path, de: `${path}?lang=de` },
    head: headOf(name),
    crumbs: [],
    listing: { page: 1, category: "" },
    page,
    blocks: [...new Set(names)].filter((used) => Object.hasOwn(world.components, used)).sort(),
  };
}

function headOf(title: string): HeadData {
  const og = { type: "website", image: "", imageWidth: 0, imageHeight: 0, imageAlt: "" };
  const empty = { description: "", canonical: "", alternates: [], prev: "", next: "", jsonLd: [] };
  return { ...empty, title, robots: "noindex", og };
}

function indexPage(states: BlockStates, lang: Lang, { bundle, icons }: Client, base: string): string {
  const query = lang === "de" ? "?lang=de" : "";
  const rows = [...states].map(([name, blocks]) =>
    blocks.length === 0
      ? `<li>${escapeHtml(name)}: not used in this language's content</li>`
      : `<li><a href="${GALLERY}${name}/${query}">${escapeHtml(name)}</a>: ${blocks.length} in three themes</li>`,
  );
  const languages = LANGS.map((one) => `<a href="${GALLERY}${one === "de" ? "?lang=de" : ""}">${one}</a>`).join(" ");
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Gallery</title>
<link rel="stylesheet" href="${withBase(base, bundle.css)}"><link rel="icon" href="${icons.favicon}"></head>
<body><main class="wrap"><h1>Gallery</h1><p>${languages}</p><ul>
${rows.join("\n")}
</ul></main></body>
</html>
`;
}
