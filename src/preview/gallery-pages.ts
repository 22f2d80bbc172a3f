import { eachBlock } from "../content/page/page-head.ts";
import { withBase } from "../content/rules/paths.ts";
import type { PreparedClient } from "../generate/prepare-client.ts";
import type { RenderContext } from "../generate/render-context.ts";
import { EMPTY_HEAD } from "../kit/document-payload.ts";
import { escapeHtml } from "../render/escape.ts";
import type { Lang } from "../site/api/model.ts";
import type { Block, Payload } from "../site/api/payload.ts";
import type { BlockSchema } from "../site/blocks/fields.ts";
import type { Themes } from "../site/definition.ts";
import { copyWithIds } from "./block-states.ts";
import type { BlockState } from "./edge-case-states.ts";

export interface GalleryBlock {
  /** Component name in the content service, such as HeroForge if the platform is called Forge. */
  component: string;
  schema: BlockSchema;
  /** True if published content uses it. */
  isUsed: boolean;
  states: readonly BlockState[];
}

/** What to show of a block; a block with its own theme is shown in all themes at once. */
export interface GalleryView {
  lang: Lang;
  /** Theme of the surrounding section, for blocks without their own. */
  theme: string;
  /** The only state to show; "" for all. A page type shows one at a time. */
  state: string;
}

export const GALLERY_PATH = "/__sitegen/gallery/";
/** Captions beside each block. A file, because the security policy forbids inline styles. */
export const CAPTIONS_PATH = `${GALLERY_PATH}captions.css`;
export const CAPTION_STYLES = `main > [data-block] { position: relative; }
main > [data-block]::after {
  content: attr(data-block); position: absolute; inset: 0 auto auto 0; z-index: 9; padding: 0.25em 0.75em;
  font: 500 0.75rem/1.5 ui-monospace, monospace; color: #14181d; background: #ffd84d;
}
`;

/** Blocks shown below a page type, as examples of its content. */
const MAX_EXAMPLES = 2;

/** The themes to show blocks in; a single "" for a site without themes. */
function themesOf({ definition }: Pick<RenderContext, "definition">): readonly string[] {
  return definition.themes?.values ?? [""];
}

/** URL of a block's page; component names may contain any characters. */
function addressOf(component: string): string {
  return `${GALLERY_PATH}${encodeURIComponent(component)}/`;
}

export function galleryPayload(shown: GalleryBlock, view: GalleryView, context: RenderContext): Payload {
  const page = pageOf(shown, view, context);
  const names = new Set<string>();
  eachBlock(page, ({ component }) => names.add(component));
  const path = addressOf(shown.component);
  return {
    kind: "page",
    lang: view.lang,
    path,
    story: null,
    switchHref: Object.fromEntries(context.definition.languages.map(({ code }) => [code, `${path}?lang=${code}`])),
    head: { ...EMPTY_HEAD, title: shown.component, robots: "noindex" },
    crumbs: [],
    listing: { page: 1, category: "" },
    page,
    blocks: [...names].filter((used) => Object.hasOwn(context.components, used)).sort(),
  };
}

function pageOf({ component, schema, states }: GalleryBlock, view: GalleryView, context: RenderContext): Block {
  const { themes } = context.definition;
  const wanted = states.filter(({ name }) => name === view.state);
  const [first] = wanted.length > 0 ? wanted : states;
  if (schema.kind === "page") return pageType((first as BlockState).block, schema, { themes, theme: view.theme });
  const isThemed = hasTheme(schema, context);
  const shown = (wanted.length > 0 ? wanted : states).flatMap(({ name, block }) =>
    (isThemed ? themesOf(context) : [view.theme]).map((theme) => {
      const mark = theme === "" ? name : `${theme}-${name}`;
      const copy = { ...copyWithIds(block, mark), _uid: mark, _mark: mark };
      return isThemed && themes ? { ...copy, [themes.field]: theme } : copy;
    }),
  );
  const frame = pageWithBlocks(context);
  // If no page type accepts blocks, the block is the page.
  if (!frame) return shown[0] ?? { component, _uid: component };
  return { component: frame.schema.name, _uid: `gallery-${component}`, [frame.field]: shown };
}

function pageType(
  block: Block,
  schema: BlockSchema,
  { themes, theme }: { themes: Themes | null; theme: string },
): Block {
  const lists = Object.entries(schema.fields).filter(([, { type }]) => type === "blocks");
  const withTheme = (one: Block) => (themes && themes.field in one ? { ...one, [themes.field]: theme } : one);
  const few = lists.map(([name]) => {
    const blocks = Array.isArray(block[name]) ? (block[name] as Block[]) : [];
    return [name, blocks.slice(0, MAX_EXAMPLES).map(withTheme)];
  });
  return { ...block, ...Object.fromEntries(few) };
}

/** The page type with the fewest fields that accepts blocks, and its field for them. */
function pageWithBlocks({ catalogue }: RenderContext): { schema: BlockSchema; field: string } | undefined {
  const pages = catalogue.all().flatMap(({ schema }) => {
    const [field] = Object.entries(schema.fields).find(([, { type }]) => type === "blocks") ?? [];
    return schema.kind === "page" && field !== undefined ? [{ schema, field }] : [];
  });
  const sizeOf = ({ schema }: { schema: BlockSchema }) => Object.keys(schema.fields).length;
  return pages.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0];
}

function hasTheme(schema: BlockSchema, { definition }: Pick<RenderContext, "definition">): boolean {
  return definition.themes !== null && Object.hasOwn(schema.fields, definition.themes.field);
}

/** The document with captions; blocks without their own theme are shown in the requested one. */
export function withTheme(
  html: string,
  { schema }: GalleryBlock,
  { view, context }: { view: GalleryView; context: RenderContext },
): string {
  const captioned = html.replace("</head>", () => `<link rel="stylesheet" href="${CAPTIONS_PATH}"></head>`);
  const { themes } = context.definition;
  if (!themes?.values.includes(view.theme) || hasTheme(schema, context)) return captioned;
  return captioned.replace('<div id="app">', () => `<div id="app" ${themes.attribute}="${escapeHtml(view.theme)}">`);
}

export function indexPage(options: {
  blocks: readonly GalleryBlock[];
  lang: Lang;
  client: Pick<PreparedClient, "bundle" | "icons">;
  context: RenderContext;
}): string {
  const { blocks, lang, client, context } = options;
  const languages = context.definition.languages
    .map(({ code }) => `<a href="${GALLERY_PATH}?lang=${code}">${code}</a>`)
    .join(" ");
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Gallery</title>
<link rel="stylesheet" href="${withBase(context.settings.base, client.bundle.css)}"><link rel="icon" href="${client.icons.favicon}"></head>
<body><main class="wrap"><h1>Gallery</h1><p>${blocks.length} blocks ${languages}</p><ul>
${blocks.map((block) => row(block, lang, context)).join("\n")}
</ul></main></body>
</html>
`;
}

/** A block's row: all states on one page, in all themes or the requested one, and a page for each state. */
function row({ component, schema, isUsed, states }: GalleryBlock, lang: Lang, context: RenderContext): string {
  const href = (query: Record<string, string>) =>
    escapeHtml(`${addressOf(component)}?${new URLSearchParams({ ...query, lang })}`);
  const themes = themesOf(context);
  const ways = themes.length < 2 || hasTheme(schema, context) ? [""] : themes;
  const links = ways.flatMap((theme) =>
    states.map(({ name }) => {
      const query = { ...(theme !== "" && { theme }), state: name };
      return `<a href="${href(query)}">${escapeHtml([theme, name].filter(Boolean).join(" "))}</a>`;
    }),
  );
  const inThemes = themes.length < 2 ? "" : ` in ${themes.length} themes`;
  const note = isUsed ? "" : ", not used in this language's content";
  return `<li><a href="${href({})}">${escapeHtml(component)}</a>: ${states.length}${inThemes}${note}: ${links.join(" ")}</li>`;
}
