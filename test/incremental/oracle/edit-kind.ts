/**
 * What a kind of edit is, and what several of them do: they choose a story by number, change, publish, rename it. So a
 * sequence of edits is repeated from its numbers.
 */
import type { EditableStory } from "../../../bench/space/service/edit.ts";
import type { SpaceService } from "../../../bench/space/service/start-space-service.ts";
import type { AssetFile } from "../../../src/space/folder/asset-index.ts";
import type { StoredStory } from "../../../src/space/model.ts";
import { entriesOf, type Site, type SiteName, storyLink } from "./spaces.ts";

/** What edits change, and the next build reads. */
export interface Edited {
  site: Site;
  service: SpaceService;
  assets: Map<string, AssetFile>;
  redirects: { from: string; to: string }[];
  /** True if an asset was replaced at its URL, which a webhook tells the next build. */
  isReplaced: boolean;
  /** Writes a file of the site's code. */
  write(file: string, text: string): void;
}

/** Numbers that choose the story and the value. */
export interface Choice {
  at: number;
  to: number;
}
export type Apply = (on: Edited, choice: Choice) => void | Promise<void>;

export interface EditKind {
  name: string;
  /** Why it is not possible on a site. */
  lacks?: Partial<Record<SiteName, string>>;
  /** Edits that a build publishes before. */
  prepare?: Apply;
  apply: Apply;
}

export const oneOf = <T>(values: readonly T[], number: number): T => {
  if (values.length === 0) throw new Error("An edit has nothing to choose from.");
  return values[number % values.length] as T; // the list is not empty
};
export const slugOf = ({ slugPath, isStartpage }: StoredStory) => (isStartpage ? `${slugPath}/` : slugPath);
export const live = ({ service }: Edited) => service.contents().stories.filter((story) => story.live);
export const ofType = (on: Edited, type: keyof Site["types"]) =>
  live(on).filter(({ component }) => component === on.site.types[type]);
/** All stories that have a page, but the home page; at least one is left in a sequence of edits. */
export const pages = (on: Edited) =>
  live(on).filter(({ component, slugPath }) => component !== "Global" && slugPath !== on.site.home);
export const change = (on: Edited, story: StoredStory, mutate: (story: EditableStory) => void) =>
  on.service.publish(slugOf(story), mutate);
/** Changes a story that has a page, or one of a type. */
export const changeOne =
  (mutate: (story: EditableStory, on: Edited, choice: Choice) => void, type?: keyof Site["types"]): Apply =>
  (on, choice) => {
    const stories = type ? ofType(on, type) : pages(on);
    if (stories.length > 0) change(on, oneOf(stories, choice.at), (story) => mutate(story, on, choice));
  };
export const bodyOf = ({ content }: EditableStory) => (Array.isArray(content.body) ? content.body : []);

/** Two stories cannot have one path in the service. */
export function rename(on: Edited, story: StoredStory, to: string): void {
  const isTaken = on.service.contents().stories.some(({ slugPath }) => slugPath === to);
  if (!isTaken) on.service.rename(slugOf(story), to);
}
export const parentOf = (slug: string) => slug.split("/").slice(0, -1).join("/");
export const below = (...segments: string[]) => segments.filter(Boolean).join("/");

/** Path of a page that edits publish, also below another. */
export const newPage = ({ site }: Edited, number: number) =>
  below(parentOf(site.folder), `pages/new-${number % 3}`, number % 4 === 3 ? "below" : "");
/** The path of a story, or of one that may come. */
export const anyPath = (on: Edited, number: number) =>
  number % 3 === 0 ? newPage(on, number) : oneOf(pages(on), number).slugPath;

/** Publishes a dated story, in the first language or its folder. */
export function putDated(on: Edited, slug: string, { category = "", date = "2024-06-01 10:00" } = {}): void {
  const { types, fields, home, linkTo } = on.site;
  on.service.publish(slug, (story) => {
    story.content = {
      component: types.dated,
      ...{ [fields.title]: slug, [fields.category]: category, [fields.date]: date, body: [linkTo(storyLink(home))] },
    };
  });
}
/** Where `first of a listing` and `last of a listing` have their stories. */
export const emptyFolder = ({ site }: Edited) => below(site.folder, "empty");
export function putListing(on: Edited): void {
  const { folder, types, listing } = on.site;
  on.service.publish(below(folder, "listing"), (story) => {
    story.content = { component: types.page, body: [listing(emptyFolder(on))] };
  });
}
export const unpublishAll = (on: Edited, stories: readonly StoredStory[]) => {
  for (const story of stories) on.service.unpublish(slugOf(story));
};
export const newSlug = ({ site }: Edited, { at, to }: Choice) => below(site.folder, `new-${(at + to) % 5}`);

/** A datasource with other entries: that of the categories or, by number, another that is not the labels. */
export const entries =
  (edit: (all: ReturnType<typeof entriesOf>, choice: Choice) => ReturnType<typeof entriesOf>): Apply =>
  ({ site, service }, choice) => {
    const { source } = site.categories;
    const others = service.contents().datasources.filter(({ slug }) => slug !== "labels");
    const sorted = [...others].sort(
      (a, b) => Number(b.slug === source) - Number(a.slug === source) || (a.slug < b.slug ? -1 : 1),
    );
    const found = oneOf(sorted, choice.at + choice.to);
    service.setDatasource(found.slug, edit(entriesOf(found), choice));
  };

/** Stories of the last language: those in its folder, or those with a translation. */
export const ofLastLanguage = (on: Edited) => {
  const lang = on.site.languages.at(-1) ?? "";
  return on.site.name === "folders"
    ? live(on).filter(({ slugPath }) => slugPath.startsWith(`${lang}/`))
    : pages(on).filter(({ translations }) => translations[lang]?.published !== false);
};
/** Takes stories out of the last language. */
export function leaveLanguage(on: Edited, stories: readonly StoredStory[]): void {
  if (on.site.name === "folders") unpublishAll(on, stories);
  else for (const story of stories) change(on, story, (edited) => (edited.languages = ["default"]));
}
export const enterLanguage: Apply = (on, { at }) => {
  const lang = on.site.languages.at(-1) ?? "";
  if (on.site.name === "folders") putDated(on, below(lang, "news/first"));
  else change(on, oneOf(pages(on), at), (story) => (story.languages = ["default", lang]));
};
