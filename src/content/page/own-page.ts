/** The payload of a page without a story, from the definition's route. */

import type { StoryEntry } from "../../site/api/model.ts";
import type { Block, Payload } from "../../site/api/payload.ts";
import { type Language, languageOf } from "../../site/languages.ts";
import type { PageType } from "../../site/resolve-site.ts";
import { type RouteHead, routeComponent } from "../../site/routes.ts";
import { type OwnRoute, type Route, UNKNOWN_ENTRY } from "../map/site.ts";
import { nothingResolved } from "../resolve/context.ts";
import { blockReader } from "../resolve/story-blocks.ts";
import { publicPath, switchHrefs } from "../rules/paths.ts";
import { requirePlain } from "../rules/plain-json.ts";
import { buildHead } from "./head.ts";
import { eachBlock } from "./page-head.ts";
import { buildCrumbs, type PayloadInput } from "./page-payload.ts";

export type RouteOfOwn = Route & { own: OwnRoute };

/** The entry of a page without a story. */
export function ownEntry({ path, lang, own }: RouteOfOwn, name = ""): StoryEntry {
  const slug = path.replace(/^\/|\/$/g, "");
  const known = { lang, component: routeComponent(own.route), name, slug, path, translations: own.translations };
  return { ...UNKNOWN_ENTRY, ...known };
}

/** A page type whose fields are those of a route's `head`. */
const HEAD: Omit<PageType, "headTags"> = {
  kind: "page",
  head: { title: ["title"], description: ["description"], image: ["image"], noindex: "noindex" },
  order: "date",
  date: "",
  listing: null,
};

export function buildOwnPayload(route: RouteOfOwn, input: Omit<PayloadInput, "story">): Payload {
  const { definition, words, settings, catalogue } = input;
  const { pageTypes, crops } = definition;
  const shared = { catalogue, pageTypes, crops, ...nothingResolved() };
  const page = input.reader;
  const reader = blockReader(page, shared);
  const { own, lang, path } = route;
  const given = definition.routes?.[own.route];
  if (!given) throw new Error(`There is no route number ${own.route}.`);
  const component = routeComponent(own.route);
  const props = propsOf(given.data ? given.data(reader, own.params) : own.params);
  const content: Block = { ...props, component, _uid: "" };
  const used = new Set([component]);
  // The blocks among the props are other stories'.
  eachBlock(props, (block) => used.add(block.component));
  const found = typeof given.head === "function" ? given.head(props) : given.head;
  refusePromise("head", found);
  const { image = null, noindex, title: ownTitle, description: ownDescription, ...tags }: RouteHead = found || {};
  const word = (text = "") => (Object.hasOwn(words, text) && words[text]) || text;
  const [title, description] = [word(ownTitle), word(ownDescription)];
  const entry = ownEntry(route, title || path);
  const language = languageOf(definition.languages, lang);
  const crumbs = buildCrumbs(entry, { reader: page, language, settings, word: words.home_page ?? "Home" });
  return {
    kind: "page",
    lang,
    path: publicPath(path, language),
    story: null,
    switchHref: switchHrefs(settings, lang, { ...own.translations, [lang]: path }),
    head: buildHead({
      entry,
      settings,
      words,
      reader,
      crumbs,
      catalogue,
      listing: null,
      listed: "",
      pages: 1,
      translations: own.translations,
      definition: {
        ...definition,
        pageTypes: { ...definition.pageTypes, [component]: { ...HEAD, headTags: () => tags } },
      },
      page: { ...content, title, description, image, noindex: noindex === true },
      homeImage: page.image(page.homeImage()),
    }),
    crumbs,
    listing: null,
    page: content,
    blocks: [...used].sort(),
  };
}

/** Props after a round trip through JSON, so that the page is rendered with what the browser gets. */
function propsOf(data: unknown): Record<string, unknown> {
  refusePromise("data", data);
  if (typeof data !== "object" || data === null || Array.isArray(data))
    throw new Error("`data` of a route has to return an object.");
  requirePlain(data, "`data` of the route");
  const props = JSON.parse(JSON.stringify(data)) as Record<string, unknown>;
  for (const name of ["component", "_uid"])
    if (name in props) throw new Error(`"${name}" is a name that a page's props cannot have.`);
  return props;
}

function refusePromise(key: string, value: unknown): void {
  if (value instanceof Promise)
    throw new Error(
      `\`${key}\` of the route returns a promise, but a page is rendered in one go: what comes from elsewhere is a source.`,
    );
}

/** Site path of a route in a language, from its path below the home. */
export function ownPath(path: string, { home }: Pick<Language, "home">): string {
  return home + path.slice(1);
}
