/** What a space needs for a site: components, languages, datasources, first stories. Pure. */
import type { StoryblokComponent } from "../../content/schema/storyblok.ts";
import type { StoredDatasource, StoredStory } from "../../space/model.ts";
import { titleOf } from "../../space/service/state.ts";
import { leastContent, ownContent } from "./first-stories.ts";

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
  const stories = folders.flatMap((folder) => [
    ...firstStory(facts, `${folder}${facts.home}`, facts.pageTypes[0]),
    ...(facts.global === "" ? [] : firstStory(facts, `${folder}${facts.global}`, facts.globalComponent)),
  ]);
  return {
    components: facts.components.map(withoutPlace),
    languages: translation === "folders" ? [] : languages.slice(1),
    datasources: facts.datasources.map((slug) => {
      const { name = slug, dimensions = [], entries = [] } = own.get(slug) ?? {};
      return { slug, name, dimensions, entries };
    }),
    stories,
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

/** Groups and tags have numbers of the space that they were read from. */
function withoutPlace({
  component_group_uuid: _,
  internal_tag_ids: __,
  ...component
}: StoryblokComponent): StoryblokComponent {
  return component;
}
