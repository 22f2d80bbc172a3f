/** What a space needs for a site: components, languages, datasources, first stories. Pure. */
import type { ServiceComponent } from "../../site/blocks/service-components.ts";
import type { StoryblokComponent } from "../../site/blocks/storyblok.ts";
import { ASSET_ORIGIN, type StoredContent, type StoredDatasource, type StoredStory } from "../../space/model.ts";
import { titleOf } from "../../space/state.ts";

export interface FirstStory {
  /** With its folder: `home`, `fr/home`. */
  path: string;
  name: string;
  content: Readonly<Record<string, unknown>>;
}

export interface WantedDatasource {
  slug: string;
  name: string;
  dimensions: readonly string[];
  entries: readonly { name: string; value: string; dimensions: Readonly<Record<string, string>> }[];
}

export interface WantedSpace {
  components: readonly StoryblokComponent[];
  /** Those besides the default language; empty where languages are folders. */
  languages: readonly { code: string; name: string }[];
  datasources: readonly WantedDatasource[];
  stories: readonly FirstStory[];
  /** Slug of the global story, if nothing says what is in it; else "". */
  unknownGlobal: string;
  /** What the visual editor opens; "" if the site has no address yet. */
  domain: string;
  environments: readonly { name: string; location: string }[];
}

export interface SiteFacts {
  languages: readonly { code: string; name: string }[];
  translation: "fields" | "folders";
  home: string;
  /** "" for none. */
  global: string;
  /** Components of pages, the first of which a home page gets. */
  pageTypes: readonly string[];
  /** The component of the global story; undefined if there is none. */
  globalComponent: string | undefined;
  datasources: readonly string[];
  components: readonly StoryblokComponent[];
  /** The site's own content, of its space folder. */
  content: { stories: readonly StoredStory[]; datasources: readonly StoredDatasource[] };
}

export function wantedSpace(facts: SiteFacts): Omit<WantedSpace, "domain" | "environments"> {
  const { languages, translation, content } = facts;
  const own = new Map(content.datasources.map((one) => [one.slug, one]));
  const folders = translation === "folders" ? languages.map(({ code }) => `${code}/`) : [""];
  const { home, global } = facts;
  const homes = folders.flatMap((folder) => firstStory(facts, `${folder}${home}`, facts.pageTypes[0]));
  const globals =
    global === "" ? [] : folders.flatMap((folder) => firstStory(facts, `${folder}${global}`, facts.globalComponent));
  return {
    components: facts.components.map(withoutPlace),
    languages: translation === "folders" ? [] : languages.slice(1),
    datasources: facts.datasources.map((slug) => {
      const { name = slug, dimensions = [], entries = [] } = own.get(slug) ?? {};
      return { slug, name, dimensions, entries };
    }),
    stories: [...homes, ...globals],
    unknownGlobal: globals.length === 0 ? global : "",
  };
}

/** The folder's story at the path, or one of the component with what its schema requires. */
function firstStory(facts: SiteFacts, path: string, fallback: string | undefined): FirstStory[] {
  const components = new Map(facts.components.map((one) => [one.name, one]));
  const known = facts.content.stories.find(({ slugPath }) => slugPath === path);
  const own = known ? ownContent(known.content(), components) : null;
  if (known && own) return [{ path, name: known.name, content: own }];
  const component = components.get(fallback ?? "");
  const name = titleOf(path);
  return component ? [{ path, name, content: leastContent(component, name) }] : [];
}

/** Groups and tags have numbers of the space that they were read from, and are its own matter. */
export function withoutPlace<T extends ServiceComponent>(component: T): T {
  return { ...component, component_group_uuid: undefined, internal_tag_ids: undefined };
}

/** The content of the first stories: what the site's own space folder has of it, or the least that the schema asks for. */
type Json = Readonly<Record<string, unknown>>;
type Components = ReadonlyMap<string, StoryblokComponent>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A story's content without what another space does not have: links to stories, chosen stories, files of the folder. A
 * block that needs one of them is left out.
 */
function ownContent(content: StoredContent, components: Components): Json | null {
  if (!components.has(content.component)) return null;
  return { ...fieldsOf(content, components).fields, component: content.component };
}

function fieldsOf(block: Json, components: Components): { fields: Record<string, unknown>; lacks: boolean } {
  const schema = components.get(String(block.component))?.schema ?? {};
  const fields: Record<string, unknown> = {};
  let [lacks, lost] = [false, false];
  for (const [key, value] of Object.entries(block)) {
    const field = schema[key.split("__i18n__")[0] ?? ""];
    if (!field && key !== "component" && key !== "_uid") continue;
    const kept = keep(value, components);
    if (kept !== undefined) fields[key] = kept;
    lost ||= kept === undefined;
    lacks ||= kept === undefined && field?.required === true;
  }
  // Nothing is left of a block that only chose a story.
  const isEmpty = Object.keys(fields).every((key) => key === "component" || key === "_uid");
  return { fields, lacks: lacks || (lost && isEmpty) };
}

/** Undefined for what has to go. */
function keep(value: unknown, components: Components): unknown {
  if (typeof value === "string") return UUID.test(value) ? undefined : value;
  if (Array.isArray(value)) return value.map((one) => keep(one, components)).filter((one) => one !== undefined);
  if (typeof value !== "object" || value === null) return value;
  const object: Json = { ...value };
  if (typeof object.component === "string") {
    const { fields, lacks } = fieldsOf(object, components);
    return lacks || !components.has(object.component) ? undefined : fields;
  }
  if (isElsewhere(object)) return undefined;
  const rows = Object.entries(object).map(([key, inner]) => [key, keep(inner, components)] as const);
  return Object.fromEntries(rows.filter(([, inner]) => inner !== undefined));
}

/** Links to stories, as a field or in rich text; files of the space folder. */
function isElsewhere(value: Json): boolean {
  const attributes = typeof value.attrs === "object" && value.attrs !== null ? { ...value.attrs } : {};
  const { linktype, filename, src } = { ...value, ...attributes } as Json;
  if (linktype === "story") return true;
  return [filename, src].some((address) => typeof address === "string" && address.startsWith(ASSET_ORIGIN));
}

/** A story of a component with a value in each field that is required and can be made up. */
function leastContent(component: StoryblokComponent, title: string): Json {
  const rows = Object.entries(component.schema).flatMap(([key, { type, required }]) => {
    const value = required === true ? PLACEHOLDERS[String(type)]?.(title) : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return { component: component.name, ...Object.fromEntries(rows) };
}

const PLACEHOLDERS: Readonly<Record<string, (title: string) => unknown>> = {
  text: (title) => title,
  textarea: (title) => title,
  markdown: (title) => title,
  number: () => "1",
  datetime: () => "2026-01-01 00:00",
  bloks: () => [],
  richtext: (text) => ({ type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }] }),
};
