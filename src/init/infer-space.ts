/** What a site needs to know of a space, from its published content alone. Pure. */
import { type InferredField, inferField, type Known } from "./infer-fields.ts";

export interface StoredStory {
  uuid: string;
  /** Without slashes at its ends. */
  fullSlug: string;
  isStartpage: boolean;
  /** Tied to stories in other folders by folder-level translation. */
  isAlternate: boolean;
  content: Record<string, unknown>;
}

export interface SpaceContent {
  name: string;
  /** Codes of the languages beside the default one. */
  languages: string[];
  stories: StoredStory[];
  datasources: { slug: string; values: string[] }[];
}

export interface InferredComponent {
  name: string;
  /** page: the root of a story; section: stands inside others; global: the root of the story that all pages share. */
  kind: "page" | "section" | "global";
  fields: Record<string, InferredField>;
}

export interface InferredSite {
  name: string;
  /** Codes, the default one first. */
  languages: string[];
  translation: "fields" | "folders";
  home: string;
  /** Slug, or null where the space has no such story. */
  global: string | null;
  components: InferredComponent[];
  datasources: string[];
}

const GLOBAL = /^(global|globals|config|configuration|settings|site[-_ ]?(config|settings)|layout)$/i;
const LANGUAGE = /^[a-z]{2,3}(-[a-z]{2})?$/i;

/** `defaultLanguage` names the language that the content service calls "default". */
export function inferSpace(space: SpaceContent, defaultLanguage: string): InferredSite {
  const { stories, datasources } = space;
  const globalStory = stories.find(
    ({ fullSlug, content }) => GLOBAL.test(fullSlug) || GLOBAL.test(componentOf(content)),
  );
  const folders = space.languages.length > 0 ? [] : languageFolders(stories, defaultLanguage);
  const languages =
    folders.length > 0 ? folders : [defaultLanguage, ...space.languages.filter((code) => code !== defaultLanguage)];
  return {
    name: space.name,
    languages,
    translation: folders.length > 0 ? "folders" : "fields",
    home: homeOf(stories, folders),
    global: globalStory?.fullSlug ?? null,
    components: components(stories, { uuids: new Set(stories.map(({ uuid }) => uuid)), datasources }, globalStory),
    datasources: datasources.map(({ slug }) => slug).sort(),
  };
}

/** Root folders that are named like languages and hold translations of each other, the default one first. */
function languageFolders(stories: readonly StoredStory[], defaultLanguage: string): string[] {
  const roots = new Map<string, StoredStory[]>();
  for (const story of stories) {
    const root = story.fullSlug.split("/")[0] ?? "";
    if (LANGUAGE.test(root)) roots.set(root, [...(roots.get(root) ?? []), story]);
  }
  const folders = [...roots].filter(([, inside]) =>
    inside.some((one) => one.isAlternate || one.isStartpage || one.fullSlug.endsWith("/home")),
  );
  if (folders.length < 2) return [];
  const names = folders.map(([name]) => name).sort();
  const first = names.find((name) => name === defaultLanguage) ?? names[0] ?? "";
  return [first, ...names.filter((name) => name !== first)];
}

/** Slug of the home story, seen from its language's folder. */
function homeOf(stories: readonly StoredStory[], folders: readonly string[]): string {
  const slugs = new Set(stories.map(({ fullSlug }) => fullSlug));
  const [folder] = folders;
  const inside = (slug: string) => (folder === undefined ? slug : `${folder}/${slug}`);
  const named = ["home", "index", "homepage", "start"].find((slug) => slugs.has(inside(slug)));
  if (named !== undefined) return named;
  if (folder !== undefined && slugs.has(folder)) return "";
  const start = stories.find(({ isStartpage, fullSlug }) => isStartpage && !fullSlug.includes("/"));
  return (start ?? stories[0])?.fullSlug ?? "home";
}

function components(
  stories: readonly StoredStory[],
  known: Known,
  globalStory: StoredStory | undefined,
): InferredComponent[] {
  const uses = new Map<string, Record<string, unknown>[]>();
  const visit = (value: unknown) => {
    if (Array.isArray(value)) {
      value.forEach(visit);
    } else if (typeof value === "object" && value !== null) {
      const block = value as Record<string, unknown>;
      const { component } = block;
      // The parts of a table are called components as well.
      if (typeof component === "string" && component !== "" && !component.startsWith("_")) {
        uses.set(component, [...(uses.get(component) ?? []), block]);
      }
      Object.values(block).forEach(visit);
    }
  };
  for (const { content } of stories) visit(content);
  const roots = new Set(stories.filter((story) => story !== globalStory).map(({ content }) => componentOf(content)));
  const kindOf = (name: string) =>
    roots.has(name) ? "page" : globalStory && componentOf(globalStory.content) === name ? "global" : "section";
  return [...uses]
    .map(([name, blocks]) => ({
      name,
      kind: kindOf(name) as InferredComponent["kind"],
      fields: fieldsOf(blocks, known),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function fieldsOf(blocks: readonly Record<string, unknown>[], known: Known): Record<string, InferredField> {
  const values = new Map<string, unknown[]>();
  for (const block of blocks) {
    for (const [name, value] of Object.entries(block)) {
      if (name === "component" || name.startsWith("_") || name.includes("__i18n__")) continue;
      values.set(name, [...(values.get(name) ?? []), value]);
    }
  }
  return Object.fromEntries([...values].map(([name, found]) => [name, inferField(found, known)]));
}

function componentOf(content: Readonly<Record<string, unknown>>): string {
  return typeof content.component === "string" ? content.component : "";
}
