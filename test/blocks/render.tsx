/** Renders blocks like the server. Missing fields get their empty value. */
import { renderToString } from "react-dom/server";
import type { Lang } from "../../src/site/api/model.ts";
import type { Block, Payload, Shared } from "../../src/site/api/payload.ts";
import type { Field } from "../../src/site/blocks/fields.ts";
import { App, components, schemas } from "../helpers/sample-blocks.ts";
import { payload, shared } from "./fixtures.ts";

interface Options {
  lang?: Lang;
  shared?: Partial<Shared>;
  payload?: Partial<Payload>;
}

/** A whole page around a body. */
export function renderPage(body: Block[], { lang = "en", ...more }: Options = {}): string {
  const blocks = body.map((block) => complete(block));
  const page = payload(blocks, lang, more.payload);
  return renderToString(<App shared={shared(lang, more.shared)} payload={page} components={components} />);
}

/** The content of main. */
export function renderBlock(block: Block, options: Options = {}): string {
  return mainOf(renderPage([block], options));
}

/** A page type other than Page: its own fields, without a body. */
export function renderPageType(block: Block, options: Options = {}): string {
  return mainOf(renderPage([], { ...options, payload: { page: complete(block), ...options.payload } }));
}

export function mainOf(html: string): string {
  return /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? "";
}

/** The visible text: without tags, React's comment markers and repeated spaces. */
export function textOf(html: string): string {
  return html
    .replace(/<!--.*?-->/g, "")
    .replace(/<wbr\/?>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();
}

/** Fills in the empty value of every missing field, including nested blocks. */
export function complete(block: Block): Block {
  const schema = schemas.find((candidate) => candidate.name === block.component);
  if (!schema) return block;
  const full: Block = { ...block };
  for (const [name, field] of Object.entries(schema.fields)) {
    full[name] ??= emptyOf(field);
    if (field.type === "blocks") full[name] = (full[name] as Block[]).map(complete);
  }
  return full;
}

function emptyOf(field: Field): unknown {
  switch (field.type) {
    case "text":
    case "textarea":
    case "datetime":
    case "option":
      return "";
    case "boolean":
      return false;
    case "multiasset":
    case "datasources":
    case "relations":
    case "blocks":
      return [];
    default:
      return null;
  }
}
