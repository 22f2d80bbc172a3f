/** Every section of the site in its three themes and all states that occur: to look at, never published. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fg from "fast-glob";
import { App } from "../../blocks/app.tsx";
import { components } from "../../blocks/gen/components.ts";
import { schemas } from "../../blocks/gen/schemas.ts";
import type { Config } from "../../config/config.ts";
import type { Lang } from "../../content/model.ts";
import type { Block, HeadData, Payload, Shared } from "../../content/payload.ts";
import { withBase } from "../../content/rules/paths.ts";
import { PACKAGE_ROOT } from "../../package-root.ts";
import { type DocumentTemplate, loadDocument } from "../../render/document.ts";
import { escapeHtml } from "../../render/escape.ts";
import type { PageFiles } from "../../render/head.ts";
import { renderPage } from "../../render/page.tsx";
import { type Client, prepareClient } from "../prepare-client.ts";
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

export async function createGallery({ config, out, stateDir }: GalleryOptions): Promise<Gallery> {
  const client = await prepareClient(config, stateDir);
  const states = { en: await readStates(out, "en"), de: await readStates(out, "de") };
  const shared = await readShared(out, config.site.base);
  const document = loadDocument(join(PACKAGE_ROOT, "templates", "document.html"));
  const files = new Map<string, Uint8Array>(client.files.map((file) => [file.path, file.bytes]));
  const pages = { client, document, base: config.site.base };
  return {
    index: (lang) => indexPage(states[lang], lang, client, config.site.base),
    section(name, lang) {
      const blocks = states[lang].get(name);
      const own = { ...pages, shared: shared[lang].value, sharedPath: shared[lang].path };
      return blocks ? sectionPage(galleryPayload(name, blocks, lang), own) : null;
    },
    file: (path) => files.get(path) ?? null,
  };
}

async function readStates(out: string, lang: Lang): Promise<BlockStates> {
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
function galleryPayload(name: string, blocks: readonly Block[], lang: Lang): Payload {
  const body = blocks.flatMap((block, index) =>
    THEMES.map((theme) => ({ ...copyOf(block, `${index}-${theme}`), theme, anchor_id: `${theme}-${index}` })),
  );
  const page: Block = { component: "Page", _uid: `gallery-${name}`, body };
  const used = [...blocksIn(page)].map((block) => block.component).filter((used) => Object.hasOwn(components, used));
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
    blocks: [...new Set(used)].sort(),
  };
}

function headOf(title: string): HeadData {
  const og = { type: "website", image: "", imageWidth: 0, imageHeight: 0, imageAlt: "" };
  const empty = { description: "", canonical: "", alternates: [], prev: "", next: "", jsonLd: [] };
  return { ...empty, title, robots: "noindex", og };
}

interface PageParts {
  client: Client;
  document: DocumentTemplate;
  base: string;
  shared: Shared;
  sharedPath: string;
}

function sectionPage(payload: Payload, { client, document, base, shared, sharedPath }: PageParts): string {
  const { bundle, icons } = client;
  const names = [...new Set([...payload.blocks, ...shared.blocks])];
  const chunks = [...new Set(names.flatMap((name) => bundle.chunks.get(name) ?? []))].sort();
  const at = (path: string) => withBase(base, path);
  const files: PageFiles = {
    css: at(bundle.css),
    boot: at(bundle.boot),
    app: at(bundle.app),
    fonts: bundle.fonts.map(at),
    shared: sharedPath,
    feed: "",
    ...icons,
  };
  return renderPage({
    App,
    payload,
    shared,
    components,
    files,
    document,
    chunks: chunks.map(at),
  });
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
