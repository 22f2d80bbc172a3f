import type { Client } from "../build/prepare-client.ts";
import type { RenderContext } from "../build/render-context.ts";
import type { Lang } from "../content/model.ts";
import type { Block, HeadData, Payload } from "../content/payload.ts";
import { withBase } from "../content/rules/paths.ts";
import type { BlockSchema } from "../content/schema/fields.ts";
import { escapeHtml } from "../render/escape.ts";
import { blocksIn, copyOf } from "./block-states.ts";
import type { BlockState } from "./edge-case-states.ts";

export interface GalleryBlock {
  /** As the content service calls it: HeroForge, where the platform is called Forge. */
  component: string;
  schema: BlockSchema;
  /** Whether the published content uses it. */
  isUsed: boolean;
  states: readonly BlockState[];
}

/** What of a block is looked at: a section shows all its themes and states at once. */
export interface GalleryView {
  lang: Lang;
  /** For parts and page types, which have no theme of their own but stand on one. */
  theme: string;
  /** For page types, which are a page each. */
  state: string;
}

export const GALLERY = "/__sitegen/gallery/";
/** Says beside each block what it shows. A file, because the site's policy forbids styles in a page. */
export const CAPTIONS = `${GALLERY}captions.css`;
export const CAPTION_STYLES = `main > [data-block] { position: relative; }
main > [data-block]::after {
  content: attr(data-block); position: absolute; inset: 0 auto auto 0; z-index: 9; padding: 0.25em 0.75em;
  font: 500 0.75rem/1.5 ui-monospace, monospace; color: #14181d; background: #ffd84d;
}
`;

const THEMES = ["light", "dark", "accent"];
/** Blocks of a page type's body that show how its head goes on. */
const FEW = 2;

export function galleryPayload(shown: GalleryBlock, view: GalleryView, context: RenderContext): Payload {
  const page = pageOf(shown, view);
  const names = [...blocksIn(page)].map((block) => block.component);
  const path = `${GALLERY}${shown.component}/`;
  return {
    kind: "page",
    lang: view.lang,
    path,
    story: null,
    switchHref: Object.fromEntries(context.definition.languages.map(({ code }) => [code, `${path}?lang=${code}`])),
    head: headOf(shown.component),
    crumbs: [],
    listing: { page: 1, category: "" },
    page,
    blocks: [...new Set(names)].filter((used) => Object.hasOwn(context.components, used)).sort(),
  };
}

function pageOf({ component, schema, states }: GalleryBlock, view: GalleryView): Block {
  if (schema.kind === "page") {
    const { block } = states.find(({ name }) => name === view.state) ?? (states[0] as BlockState);
    const body = Array.isArray(block.body) ? (block.body as Block[]) : [];
    // A hero would stand in for the head of a page type that has one.
    const shown = schema.name === "Page" ? body : body.filter((one) => !one.component.startsWith("Hero"));
    return { ...block, body: shown.slice(0, FEW).map((one) => ("theme" in one ? { ...one, theme: view.theme } : one)) };
  }
  // A part stands on the page's theme, see inTheme.
  const themes = schema.kind === "section" ? THEMES : [view.theme];
  const body = states.flatMap(({ name, block }) =>
    themes.map((theme) => {
      const anchor = `${theme}-${name}`;
      const copy = { ...copyOf(block, anchor), _uid: anchor, _mark: anchor };
      return schema.kind === "section" ? { ...copy, theme, anchor_id: anchor } : copy;
    }),
  );
  return { component: "Page", _uid: `gallery-${component}`, body };
}

function headOf(title: string): HeadData {
  const og = { type: "website", image: "", imageWidth: 0, imageHeight: 0, imageAlt: "" };
  const empty = { description: "", canonical: "", alternates: [], prev: "", next: "", jsonLd: [] };
  return { ...empty, title, robots: "noindex", og };
}

/** The document with captions; what has no theme of its own stands on the one that is asked for. */
export function inTheme(html: string, { schema }: GalleryBlock, { theme }: GalleryView): string {
  const captioned = html.replace("</head>", () => `<link rel="stylesheet" href="${CAPTIONS}"></head>`);
  if (schema.kind === "section" || !THEMES.includes(theme)) return captioned;
  return captioned.replace('<div id="app">', () => `<div id="app" data-theme="${theme}">`);
}

export function indexPage(options: {
  blocks: readonly GalleryBlock[];
  lang: Lang;
  languages: readonly { code: string }[];
  client: Pick<Client, "bundle" | "icons">;
  base: string;
}): string {
  const { blocks, lang, client, base } = options;
  const languages = options.languages.map(({ code }) => `<a href="${GALLERY}?lang=${code}">${code}</a>`).join(" ");
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Gallery</title>
<link rel="stylesheet" href="${withBase(base, client.bundle.css)}"><link rel="icon" href="${client.icons.favicon}"></head>
<body><main class="wrap"><h1>Gallery</h1><p>${blocks.length} blocks ${languages}</p><ul>
${blocks.map((block) => row(block, lang)).join("\n")}
</ul></main></body>
</html>
`;
}

/** A section's states are anchors of one page, a part has a page for each theme, a page type one for each state too. */
function row({ component, schema, isUsed, states }: GalleryBlock, lang: Lang): string {
  const href = (query: Record<string, string>, anchor = "") => {
    const search = new URLSearchParams({ ...query, lang }).toString();
    return escapeHtml(`${GALLERY}${component}/${search && `?${search}`}${anchor}`);
  };
  const links =
    schema.kind === "section"
      ? states.map(({ name }) => `<a href="${href({}, `#light-${name}`)}">${name}</a>`)
      : THEMES.flatMap((theme) =>
          schema.kind === "part"
            ? `<a href="${href({ theme })}">${theme}</a>`
            : states.map(({ name }) => `<a href="${href({ theme, state: name })}">${theme} ${name}</a>`),
        );
  const note = isUsed ? "" : ", not used in this language's content";
  return `<li><a href="${href({})}">${escapeHtml(component)}</a>: ${states.length} in three themes${note}: ${links.join(" ")}</li>`;
}
