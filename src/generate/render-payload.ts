/** From a payload to the page: a function of code, shared state and payload, so that any thread can do it. */
import { ERROR_PAGE } from "../bundle/site-modules.ts";
import { withBase } from "../content/rules/paths.ts";
import { requirePlain } from "../content/rules/plain-json.ts";
import type { Dependency } from "../incremental/dependency-kinds.ts";
import { prepareHydration } from "../kit/hydration.ts";
import { escapeHtml } from "../render/escape.ts";
import type { PageSheetTags } from "../render/head.ts";
import { renderPage } from "../render/page.ts";
import { runPure } from "../render/pure-render.ts";
import type { Lang } from "../site/api/model.ts";
import type { Block, Payload } from "../site/api/payload.ts";
import { forLanguage } from "../site/by-language.ts";
import { codeOf, type PageContext } from "./page-context.ts";
import type { PageSheet } from "./page-styles.ts";
import { withLocation } from "./source-location.ts";

/** A page, and what it depends on besides its payload: words (content/page/read-words.ts) and blocks. */
export interface ShownPage {
  html: string;
  shown: Dependency[];
}

/** The page of a `_payload.json`. Throws an error with the block that failed and its place in the site's code. */
export function renderPayload(json: string, context: PageContext): ShownPage {
  const { watched, rendered, shared } = context;
  const payload = parsePayload(json);
  watched.take();
  rendered.clear();
  const html = renderLocatingErrors(payload, context);
  // Those of header and footer count for all pages (render-routes.ts).
  const blocks = new Set([...payload.blocks, ...rendered]);
  for (const name of forLanguage(shared, payload.lang).blocks) blocks.delete(name);
  const ofWords = watched.take().map((subject) => `shown:${subject}` as const);
  return { html, shown: [...ofWords, ...[...blocks].sort().map((name) => `code:${name}` as const)] };
}

/** The same payload with this build's names of the app, the shared state, scripts and stylesheets. */
export function payloadAgain(json: string, context: PageContext): string {
  return payloadText(parsePayload(json), context);
}

/** The payload of a `_payload.json`. */
function parsePayload(json: string): Payload {
  // Written by payloadText.
  const { app: _, shared: __, styles: ___, code: ____, ...payload } = JSON.parse(json) as Published;
  return payload;
}

type Published = Payload & { app: string; shared: string };

/**
 * `_payload.json`: the payload, and the names of the app, the shared state, the blocks' scripts and the stylesheets, so
 * that the client never mixes builds.
 */
export function payloadText(payload: Payload, context: PageContext): string {
  const { app, shared } = forLanguage(context.files, payload.lang);
  const styles = stylesOf(payload, context).pages;
  const code = codeOf(payload.blocks, context);
  return JSON.stringify(Object.assign({}, payload, { app, shared, code, styles }) satisfies Published);
}

/**
 * React's messages do not say which block failed, so each is rendered alone to find it. If the page also fails without
 * blocks, the layout or the page's own component is at fault.
 */
function renderLocatingErrors(payload: Payload, context: PageContext): string {
  context.count("pages");
  try {
    return renderHtml(payload, context);
  } catch (cause) {
    const { page } = payload;
    const body = page && Array.isArray(page.body) ? (page.body as Block[]) : [];
    const rendersWith = (blocks: Block[]) => renders({ ...payload, page: page && { ...page, body: blocks } }, context);
    const at = rendersWith([]) ? body.findIndex((block) => !rendersWith([block])) : -1;
    throw withLocation(cause, at === -1 ? "" : `body[${at}] (${body[at]?.component}): `);
  }
}

function renders(payload: Payload, context: PageContext): boolean {
  try {
    renderHtml(payload, context);
    return true;
  } catch {
    return false;
  }
}

export function renderHtml(payload: Payload, context: PageContext): string {
  return runPure(() => htmlOf(payload, context));
}

function htmlOf(payload: Payload, context: PageContext): string {
  const { Document } = context.definition.layout;
  const page = prepareHydration(payload.page, context.blockNames, context.reads);
  const outline = context.definition.layout.outline?.(payload);
  requirePlain(outline, '"layout.outline"');
  const outlined = outline === undefined ? payload : Object.assign({}, payload, { outline });
  const { html, document } = renderPage({
    App: context.App,
    components: context.components,
    files: context.files,
    document: context.document,
    shared: context.watched.shared,
    // Browsers do not run it, so they do not need what it reads of blocks.
    Document: Document && ((given) => Document({ ...given, payload: outlined })),
    payload: { ...outlined, page: page.marked },
  });
  checkSearches(html, context.definition);
  const marks = valuesIn(html, "data-block");
  const { code, names, page: pruned } = page.pruned((mark) => marks.has(mark), context.reads.isRead);
  const carried = Object.assign({}, outlined, outline !== undefined && { outline: withNames(outline, names) });
  carried.page = pruned;
  const chunks = chunksOf(payload.lang, code, context);
  return document({ payload: carried, chunks, styles: stylesOf(payload, context) });
}

/** The values of an attribute in the markup. */
function valuesIn(html: string, attribute: string): ReadonlySet<string> {
  const values = new Set<string>();
  const begin = ` ${attribute}="`;
  for (let at = html.indexOf(begin); at !== -1; at = html.indexOf(begin, at + 1)) {
    const start = at + begin.length;
    values.add(html.slice(start, html.indexOf('"', start)));
  }
  return values;
}

/** Throws if a `Search` asks an index that the definition does not make. */
function checkSearches(html: string, { outputs = [] }: PageContext["definition"]): void {
  const made = outputs.flatMap(({ searchFolder }) => searchFolder ?? []);
  const isMade = (path: string) => made.some((folder) => escapeHtml(folder) === path);
  const path = [...valuesIn(html, "data-search-index")].find((one) => !isMade(one));
  if (path === undefined) return;
  const [other] = made;
  const there =
    other === undefined
      ? '"outputs" of the site definition has no searchIndex()'
      : `searchIndex() makes it in "${other}"`;
  throw new Error(`Search asks the index in "${path}", but ${there}.`);
}

/** The whole page's outline, with blocks named by their marks in the document. */
function withNames(outline: unknown, names: ReadonlyMap<string, string>): unknown {
  return JSON.parse(JSON.stringify(outline), (_, value: unknown) =>
    typeof value === "string" ? (names.get(value) ?? value) : value,
  );
}

/** URLs of the stylesheets for a page's blocks and those of header and footer. */
function stylesOf({ lang, blocks: shown, kind }: Payload, context: PageContext): PageSheetTags {
  const blocks = kind === "error" ? [ERROR_PAGE] : shown;
  const { styles, settings } = context;
  return {
    pages: sheetsOfPage(blocks, lang, context).map(({ path }) => withBase(settings.base, path)),
    late: withBase(settings.base, styles.late),
  };
}

/** The stylesheets of a page with these blocks, and with those of header and footer. */
export function sheetsOfPage(
  blocks: readonly string[],
  lang: Lang,
  { styles, shared }: Pick<PageContext, "styles" | "shared">,
): readonly PageSheet[] {
  return styles.sheetsOf([...blocks, ...forLanguage(shared, lang).blocks], blocks);
}

/** Scripts the browser loads to hydrate the page: the app, and its interactive blocks. */
function chunksOf(lang: Lang, code: readonly string[], context: PageContext): string[] {
  const { chunks, settings } = context;
  const names = [...new Set([...forLanguage(context.sharedCode, lang), ...code])].sort();
  const imports = names.flatMap((name) => chunks.get(name)?.slice(1) ?? []);
  const others = [...new Set([...(chunks.get("app") ?? []), ...imports])].sort();
  return [...others.map((path) => withBase(settings.base, path)), ...codeOf(names, context)];
}
