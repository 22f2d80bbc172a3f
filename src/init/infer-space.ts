/** Infers a site definition from a space's published content alone. Pure. */

import { TRANSLATED_SUFFIX } from "../content/rules/translated-key.ts";
import { ENGINE_LANGUAGE } from "../site/words.ts";
import { appendTo } from "../util/append-to.ts";
import { compareText } from "../util/compare-text.ts";
import type { ExactSchema } from "./exact-schema.ts";
import { type InferredField, inferField, isUsableName, type ReferenceTargets } from "./infer-fields.ts";

export interface StoredStory {
  uuid: string;
  /** Without leading or trailing slash. */
  fullSlug: string;
  isStartpage: boolean;
  /** The visual editor's path for the story, if it differs from the slug, otherwise "". */
  realPath: string;
  /** True if it has alternates in other folders (folder-level translation). */
  isAlternate: boolean;
  content: Record<string, unknown>;
  /** The same content in each other language, where fields may be filled that are empty in the default one. */
  translations: Record<string, unknown>[];
}

export interface SpaceContent {
  name: string;
  /** Language codes other than the default. */
  languages: string[];
  stories: StoredStory[];
  datasources: { slug: string; values: string[] }[];
}

export interface InferredComponent {
  name: string;
  /** page: the root of a story; section: inside others; global: the root of the global story. */
  kind: "page" | "section" | "global";
  fields: Record<string, InferredField>;
  /** Where the component's definition in the space is known. */
  exact?: ExactSchema;
}

export interface InferredSite {
  name: string;
  /** Codes; the default is first. */
  languages: string[];
  translation: "fields" | "folders";
  home: string;
  /** False if no story has a home story's name and another was chosen. */
  isHomeCertain: boolean;
  /** Slug, in each language's folder if there are such; null if the space has no such story. */
  global: string | null;
  /** Slugs of stories with the global story's component that are none, since only one slug can be. */
  otherGlobals: string[];
  components: InferredComponent[];
  /** What no code is written for, because of its name: components, and fields of other components. */
  refused: { component: string; field?: string }[];
  /** Page types of stories directly below the home page, most frequent first. */
  menu: string[];
  datasources: string[];
}

/** Component names of a table's cells and rows. */
const TABLE_PARTS = new Set(["_table_head", "_table_row", "_table_col"]);
const GLOBAL = /^(global|globals|config|configuration|settings|site[-_ ]?(config|settings)|layout)$/i;
export const LANGUAGE_NAMES = new Intl.DisplayNames([ENGINE_LANGUAGE], { type: "language", fallback: "none" });
/** A folder name that may be a language: `fr`, `pt-br`, `zh-hans`, `zh_hant_tw`. */
const LANGUAGE = /^[a-z]{2,3}([-_][a-z]{4})?([-_]([a-z]{2}|\d{3}))?$/i;

/**
 * `defaultLanguage` is the code of the service's "default" language; `ownGlobal` is the global story's slug in a
 * definition that exists already.
 */
export function inferSpace(space: SpaceContent, defaultLanguage: string, ownGlobal?: string): InferredSite {
  const { stories, datasources } = space;
  const folders = space.languages.length > 0 ? [] : languageFolders(stories, defaultLanguage);
  const slugIn = ({ fullSlug }: StoredStory) =>
    folders.flatMap((folder) => slugBelow(folder, fullSlug) ?? []).at(0) ?? fullSlug;
  const global = globalOf(stories, { slugIn, own: ownGlobal, languages: Math.max(1, folders.length) });
  const beside = folders.length > 0 ? [] : [...languageRoots(stories, ({ isAlternate }) => isAlternate)];
  const languages = folders.length > 0 ? folders : [...new Set([defaultLanguage, ...space.languages, ...beside])];
  // With field-level translation, a root folder named after another language holds that language's own stories.
  const isElsewhere = ({ fullSlug }: StoredStory) =>
    folders.length === 0 && languages.slice(1).includes(fullSlug.split("/")[0] ?? "");
  const home = homeOf(
    stories.filter((story) => !global.stories.has(story) && !isElsewhere(story)),
    folders[0],
  );
  return {
    name: space.name,
    languages,
    translation: folders.length > 0 ? "folders" : "fields",
    home: home.slug,
    isHomeCertain: home.isCertain,
    global: global.slug ?? null,
    otherGlobals: [...global.stories].filter((story) => slugIn(story) !== global.slug).map(({ fullSlug }) => fullSlug),
    ...components(stories, { uuids: new Set(stories.map(({ uuid }) => uuid)), datasources }, global.stories),
    menu: menuTypes(
      stories.filter((story) => !global.stories.has(story)),
      slugIn,
      home.slug,
    ),
    datasources: datasources.map(({ slug }) => slug).sort(),
  };
}

/** The stories that hold what all pages share: with a folder for each language one in each, under whatever slug. */
function globalOf(
  stories: readonly StoredStory[],
  { slugIn, own, languages }: { slugIn: (story: StoredStory) => string; own: string | undefined; languages: number },
): { slug: string | undefined; stories: ReadonlySet<StoredStory> } {
  const found =
    own === undefined
      ? (stories.find((story) => GLOBAL.test(slugIn(story))) ??
        stories.find(({ content }) => GLOBAL.test(componentOf(content))))
      : stories.find((story) => slugIn(story) === own);
  if (found === undefined) return { slug: own, stories: new Set() };
  const slug = slugIn(found);
  const alike = stories.filter(({ content }) => componentOf(content) === componentOf(found.content));
  const named = stories.filter((story) => slugIn(story) === slug);
  return { slug, stories: new Set([...named, ...(alike.length <= languages ? alike : [])]) };
}

function menuTypes(stories: readonly StoredStory[], slugIn: (story: StoredStory) => string, home: string): string[] {
  const counts = new Map<string, number>();
  for (const story of stories) {
    const { content } = story;
    const slug = slugIn(story);
    if (!slug || slug === home || slug.includes("/") || !isUsableName(componentOf(content))) continue;
    counts.set(componentOf(content), (counts.get(componentOf(content)) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || compareText(a, b)).map(([type]) => type);
}

/** The names of root folders that may be languages and have such a story. */
function languageRoots(stories: readonly StoredStory[], isOne: (story: StoredStory) => boolean): Set<string> {
  const roots = stories.filter((story) => isOne(story)).map(({ fullSlug }) => fullSlug.split("/")[0] ?? "");
  return new Set(roots.filter(isLanguage).sort());
}

/** Of two letters may be a country too, as which markets are named; of three (`faq`, `app`) it is a known language. */
function isLanguage(root: string): boolean {
  const [language = ""] = root.split(/[-_]/);
  return LANGUAGE.test(root) && (language.length === 2 || LANGUAGE_NAMES.of(language) !== undefined);
}

/** Root folders named after languages that hold translations of each other, the default language first. */
function languageFolders(stories: readonly StoredStory[], defaultLanguage: string): string[] {
  const found = languageRoots(stories, (one) => one.isAlternate || one.isStartpage || one.fullSlug.endsWith("/home"));
  if (found.size < 2) return [];
  const names = [...found].sort();
  const first = names.find((name) => name === defaultLanguage) ?? names[0] ?? "";
  return [first, ...names.filter((name) => name !== first)];
}

const HOME = /^(home|index|homepage|start|startseite|accueil|inicio)$/i;

/**
 * Slug of the home story, relative to its language's folder: the story with the visual editor path `/`, or one with a
 * home story's name at the root or in the fewest folders. If there is none, any page, preferably at the root, so that
 * links to the home page work.
 */
function homeOf(stories: readonly StoredStory[], folder: string | undefined): { slug: string; isCertain: boolean } {
  const own = stories.flatMap((story) => {
    const slug = folder === undefined ? story.fullSlug : slugBelow(folder, story.fullSlug);
    return slug === undefined ? [] : [{ slug, depth: slug.split("/").length, story }];
  });
  const byDepth = own.toSorted((a, b) => a.depth - b.depth);
  const certain =
    own.find(({ story }) => story.realPath === "/") ??
    byDepth.find(({ slug }) => HOME.test(slug.split("/").at(-1) ?? "")) ??
    own.find(({ slug }) => slug === "");
  const guess =
    byDepth.find(({ depth, story }) => depth === 1 && story.isStartpage) ??
    byDepth.find(({ slug, depth }) => depth === 1 && slug.split("-").some((word) => HOME.test(word))) ??
    byDepth[0];
  // The start page of the root or of a language's folder is the home page under any name.
  return { slug: (certain ?? guess)?.slug || "home", isCertain: certain !== undefined };
}

/** Undefined for a slug outside the folder; "" for the folder's start page. */
function slugBelow(folder: string, fullSlug: string): string | undefined {
  if (fullSlug === folder) return "";
  return fullSlug.startsWith(`${folder}/`) ? fullSlug.slice(folder.length + 1) : undefined;
}

function components(
  stories: readonly StoredStory[],
  known: ReferenceTargets,
  globals: ReadonlySet<StoredStory>,
): Pick<InferredSite, "components" | "refused"> {
  const uses = new Map<string, Record<string, unknown>[]>();
  const visit = (value: unknown) => {
    if (Array.isArray(value)) {
      value.forEach(visit);
    } else if (typeof value === "object" && value !== null) {
      const block = value as Record<string, unknown>;
      const { component } = block;
      if (typeof component === "string" && component !== "" && !TABLE_PARTS.has(component)) {
        appendTo(uses, component, block);
      }
      Object.values(block).forEach(visit);
    }
  };
  for (const { content, translations } of stories) [content, ...translations].forEach(visit);
  const roots = new Set(stories.filter((story) => !globals.has(story)).map(({ content }) => componentOf(content)));
  const shared = new Set([...globals].map(({ content }) => componentOf(content)));
  const kindOf = (name: string) => (roots.has(name) ? "page" : shared.has(name) ? "global" : "section");
  const refused: InferredSite["refused"] = [];
  const found = [...uses].flatMap(([name, blocks]) => {
    if (!isUsableName(name)) {
      refused.push({ component: name });
      return [];
    }
    const fields = Object.entries(fieldsOf(blocks, known)).filter(([field]) => {
      if (isUsableName(field)) return true;
      refused.push({ component: name, field });
      return false;
    });
    return { name, kind: kindOf(name) as InferredComponent["kind"], fields: Object.fromEntries(fields) };
  });
  return { components: found.sort((a, b) => compareText(a.name, b.name)), refused };
}

function fieldsOf(blocks: readonly Record<string, unknown>[], known: ReferenceTargets): Record<string, InferredField> {
  const values = new Map<string, unknown[]>();
  for (const block of blocks) {
    for (const [name, value] of Object.entries(block)) {
      if (name === "component" || name.startsWith("_") || name.includes(TRANSLATED_SUFFIX)) continue;
      appendTo(values, name, value);
    }
  }
  return Object.fromEntries([...values].map(([name, found]) => [name, inferField(found, known)]));
}

function componentOf(content: Readonly<Record<string, unknown>>): string {
  return typeof content.component === "string" ? content.component : "";
}
