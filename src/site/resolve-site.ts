import type { HeadFunction } from "./blocks/head-function.ts";
import { consentWords, type ResolvedConsent, resolveConsent } from "./consent.ts";
import type {
  CardFunction,
  HeadFields,
  ListingDefinition,
  PageTypeDefinition,
  SiteDefinition,
  Themes,
} from "./definition.ts";
import { EDITOR_WORDS } from "./editor-words.ts";
import { FORM_WORDS } from "./forms/form-words.ts";
import type { LanguageDefinition, Languages } from "./languages.ts";
import type { OutputDefinition } from "./outputs.ts";
import { resolveLanguages } from "./resolve-languages.ts";
import { SEARCH_WORDS } from "./search-phrases.ts";
import { type ResolvedSpeculation, resolveSpeculation } from "./speculation.ts";
import { ENGINE_WORDS, isEngineLanguage } from "./words.ts";

export interface PageType
  extends Required<Pick<PageTypeDefinition, "kind" | "order" | "date">>,
    Pick<PageTypeDefinition, "structuredData" | "card" | "feed" | "category" | "sitemap"> {
  readonly head: Required<HeadFields>;
  /** Null if `head` names fields. */
  readonly headTags: HeadFunction | null;
  readonly listing: Required<ListingDefinition> | null;
}

/** Keys that have a value in every resolved definition; "" and empty lists and objects where there is none. */
type WithDefault =
  | "translation"
  | "home"
  | "path"
  | "datasources"
  | "sources"
  | "labels"
  | "layout"
  | "words"
  | "icons"
  | "fonts"
  | "head"
  | "contentSecurityPolicy"
  | "viewTransitions"
  | "cachePage"
  | "crops"
  | "robots";

/** A site definition with all defaults filled in, as the engine uses it. */
export interface ResolvedSite
  extends Required<Pick<SiteDefinition, WithDefault>>,
    Pick<SiteDefinition, "linkedBy" | "forms" | "routes" | "parts"> {
  readonly languages: Languages;
  /** "" if the site has no global story. */
  readonly global: string;
  readonly pageTypes: Readonly<Record<string, PageType>>;
  /** Components whose stories fields of `story` choose, so that they need no page. Known once the blocks are loaded. */
  readonly chosen?: readonly string[];
  /** Undefined for the default card. */
  readonly card: CardFunction | undefined;
  readonly blocks: readonly string[];
  /** The definition's words alone, by language. */
  readonly ownWords: NonNullable<SiteDefinition["words"]>;
  readonly styles: readonly string[];
  /** Null for a site without a consent dialog. */
  readonly consent: ResolvedConsent | null;
  /** This and `forms`, `routes`, `parts` and `sitemap` are for Node only (`resolveForBuild`). */
  readonly outputs?: readonly OutputDefinition[];
  readonly sitemap?: SiteDefinition["sitemap"];
  /** Null where browsers follow links as ever. */
  readonly speculation: ResolvedSpeculation | null;
  /** Null for a site without themes. */
  readonly themes: Themes | null;
}

/** Fills in the defaults. Pure, for Node and the browser. The definition was validated by checkDefinition. */
export function resolveSite(definition: SiteDefinition): ResolvedSite {
  const { pageTypes, home = "home", global = "global", blocks = "./blocks", styles = [] } = definition;
  const { cachePage = false } = definition;
  return {
    languages: resolveLanguages(definition.languages),
    translation: definition.translation ?? "fields",
    home,
    path: definition.path ?? "slug",
    ...(definition.linkedBy !== undefined && { linkedBy: definition.linkedBy }),
    global: global ?? "",
    pageTypes: resolvePageTypes(pageTypes),
    datasources: definition.datasources ?? [],
    sources: definition.sources ?? {},
    labels: definition.labels ?? "",
    card: definition.card,
    layout: definition.layout ?? {},
    blocks: [blocks].flat(),
    words: wordsByLanguage(definition),
    ownWords: definition.words ?? {},
    styles: [styles].flat(),
    icons: definition.icons ?? {},
    fonts: definition.fonts ?? [],
    head: definition.head ?? [],
    contentSecurityPolicy: definition.contentSecurityPolicy ?? {},
    consent: resolveConsent(definition.consent, definition.head ?? []),
    speculation: resolveSpeculation(definition.speculation, cachePage ? [CACHE_PAGE] : []),
    cachePage,
    viewTransitions: definition.viewTransitions ?? false,
    robots: definition.robots ?? {},
    crops: definition.crops ?? {},
    themes: definition.themes ?? null,
  };
}

/** `resolveSite`, and the keys that only a build reads. */
export function resolveForBuild(definition: SiteDefinition): ResolvedSite {
  const { forms = [], outputs = [], routes = [], parts = [], sitemap } = definition;
  const site = resolveSite(definition);
  const words = withEnglish(definition, site.words);
  return { ...site, words, forms, outputs: outputs.flat(), routes, parts, sitemap };
}

/** Acts as it is opened, so that nothing but a visit may open it. */
const CACHE_PAGE = "/flushCache/*";

/** Default stories per listing page. */
const DEFAULT_PER_PAGE = 9;

/** Without a prototype, since a component may be called `constructor`. */
function resolvePageTypes(given: SiteDefinition["pageTypes"]): ResolvedSite["pageTypes"] {
  const types: Record<string, PageType> = Object.create(null);
  for (const [name, type] of Object.entries(given)) types[name] = resolvePageType(type);
  return types;
}

/** Fields for the head of a page whose type names none. */
export const DEFAULT_HEAD: Readonly<Record<"title" | "description" | "image", readonly string[]>> = {
  title: ["meta_title", "title"],
  description: ["meta_description"],
  image: ["og_image"],
};

function resolvePageType({ kind, head: given, order, date, listing, ...rest }: PageTypeDefinition): PageType {
  const head = typeof given === "function" ? undefined : given;
  return {
    ...rest,
    headTags: typeof given === "function" ? given : null,
    kind: kind ?? "page",
    head: {
      title: head?.title ?? DEFAULT_HEAD.title,
      description: head?.description ?? DEFAULT_HEAD.description,
      image: head?.image ?? DEFAULT_HEAD.image,
      noindex: head?.noindex ?? "noindex",
    },
    order: order ?? "date",
    date: date ?? "date",
    listing: listing
      ? {
          perPage: "per_page",
          folder: "starts_with",
          featured: "featured",
          defaultPerPage: DEFAULT_PER_PAGE,
          ...listing,
        }
      : null,
  };
}

/**
 * The site's words, including those of its consent categories; a language's missing words are the default language's.
 */
function wordsByLanguage({ words = {}, languages, consent }: SiteDefinition): ResolvedSite["words"] {
  const common = words[languages[0]?.code ?? ""];
  return Object.fromEntries(
    languages.map(({ code }) => [code, { ...common, ...consentWords(consent, code), ...words[code] }]),
  );
}

/** English pages have the English that the program comes with, not another default language's words for it. */
function withEnglish(
  { languages, words = {} }: SiteDefinition,
  resolved: ResolvedSite["words"],
): ResolvedSite["words"] {
  const isEnglish = ({ code, locale = code }: LanguageDefinition) => isEngineLanguage(locale);
  const [first] = languages;
  if (!first || isEnglish(first)) return resolved;
  const common = words[first.code] ?? {};
  const builtIn = new Set([ENGINE_WORDS, EDITOR_WORDS, FORM_WORDS, SEARCH_WORDS].flatMap((one) => Object.keys(one)));
  const english = languages.filter(isEnglish).map(({ code }) => {
    const own = words[code] ?? {};
    const isForeign = ([name, word]: [string, string]) =>
      builtIn.has(name) && !Object.hasOwn(own, name) && word === common[name];
    return [code, Object.fromEntries(Object.entries(resolved[code] ?? {}).filter((one) => !isForeign(one)))] as const;
  });
  return { ...resolved, ...Object.fromEntries(english) };
}
