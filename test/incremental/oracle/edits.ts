/**
 * The kinds of edits, as data: what editors, developers and people who configure a site do between two builds. Numbers
 * choose the story and the value, so that a sequence of edits is repeated from its seed.
 */
import type { EditableStory } from "../../../bench/space/service/edit.ts";
import type { SpaceService } from "../../../bench/space/service/start-space-service.ts";
import type { AssetFile } from "../../../src/space/folder/asset-index.ts";
import { assetUrl } from "../../../src/space/images/asset-url.ts";
import type { StoredStory } from "../../../src/space/model.ts";
import { entriesOf, PICTURES, painted, picture, type Site, type SiteName, storyLink } from "./spaces.ts";

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
type Apply = (on: Edited, choice: Choice) => void | Promise<void>;

export interface EditKind {
  name: string;
  /** Why it is not possible on a site. */
  lacks?: Partial<Record<SiteName, string>>;
  /** Edits that a build publishes before. */
  prepare?: Apply;
  apply: Apply;
}

const oneOf = <T>(values: readonly T[], number: number): T => {
  if (values.length === 0) throw new Error("An edit has nothing to choose from.");
  return values[number % values.length] as T; // the list is not empty
};
const slugOf = ({ slugPath, isStartpage }: StoredStory) => (isStartpage ? `${slugPath}/` : slugPath);
const live = ({ service }: Edited) => service.contents().stories.filter((story) => story.live);
const ofType = (on: Edited, type: keyof Site["types"]) =>
  live(on).filter(({ component }) => component === on.site.types[type]);
/** All stories that have a page, but the home page; at least one is left in a sequence of edits. */
const pages = (on: Edited) =>
  live(on).filter(({ component, slugPath }) => component !== "Global" && slugPath !== on.site.home);
const change = (on: Edited, story: StoredStory, mutate: (story: EditableStory) => void) =>
  on.service.publish(slugOf(story), mutate);
/** Changes a story that has a page, or one of a type. */
const changeOne =
  (mutate: (story: EditableStory, on: Edited, choice: Choice) => void, type?: keyof Site["types"]): Apply =>
  (on, choice) => {
    const stories = type ? ofType(on, type) : pages(on);
    if (stories.length > 0) change(on, oneOf(stories, choice.at), (story) => mutate(story, on, choice));
  };
const bodyOf = ({ content }: EditableStory) => (Array.isArray(content.body) ? content.body : []);

/** Two stories cannot have one path in the service. */
function rename(on: Edited, story: StoredStory, to: string): void {
  const isTaken = on.service.contents().stories.some(({ slugPath }) => slugPath === to);
  if (!isTaken) on.service.rename(slugOf(story), to);
}
const parentOf = (slug: string) => slug.split("/").slice(0, -1).join("/");
const below = (...segments: string[]) => segments.filter(Boolean).join("/");

/** Path of a page that edits publish, also below another. */
const newPage = ({ site }: Edited, number: number) =>
  below(parentOf(site.folder), `pages/new-${number % 3}`, number % 4 === 3 ? "below" : "");
/** The path of a story, or of one that may come. */
const anyPath = (on: Edited, number: number) =>
  number % 3 === 0 ? newPage(on, number) : oneOf(pages(on), number).slugPath;

/** Publishes a dated story, in the first language or its folder. */
function putDated(on: Edited, slug: string, { category = "", date = "2024-06-01 10:00" } = {}): void {
  const { types, fields, home, linkTo } = on.site;
  on.service.publish(slug, (story) => {
    story.content = {
      component: types.dated,
      ...{ [fields.title]: slug, [fields.category]: category, [fields.date]: date, body: [linkTo(storyLink(home))] },
    };
  });
}
/** Where `first of a listing` and `last of a listing` have their stories. */
const emptyFolder = ({ site }: Edited) => below(site.folder, "empty");
function putListing(on: Edited): void {
  const { folder, types, listing } = on.site;
  on.service.publish(below(folder, "listing"), (story) => {
    story.content = { component: types.page, body: [listing(emptyFolder(on))] };
  });
}
const unpublishAll = (on: Edited, stories: readonly StoredStory[]) => {
  for (const story of stories) on.service.unpublish(slugOf(story));
};
const newSlug = ({ site }: Edited, { at, to }: Choice) => below(site.folder, `new-${(at + to) % 5}`);

/** A datasource with other entries: that of the categories or, by number, another that is not the labels. */
const entries =
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
const ofLastLanguage = (on: Edited) => {
  const lang = on.site.languages.at(-1) ?? "";
  return on.site.name === "folders"
    ? live(on).filter(({ slugPath }) => slugPath.startsWith(`${lang}/`))
    : pages(on).filter(({ translations }) => translations[lang]?.published !== false);
};
/** Takes stories out of the last language. */
function leaveLanguage(on: Edited, stories: readonly StoredStory[]): void {
  if (on.site.name === "folders") unpublishAll(on, stories);
  else for (const story of stories) change(on, story, (edited) => (edited.languages = ["default"]));
}
const enterLanguage: Apply = (on, { at }) => {
  const lang = on.site.languages.at(-1) ?? "";
  if (on.site.name === "folders") putDated(on, below(lang, "news/first"));
  else change(on, oneOf(pages(on), at), (story) => (story.languages = ["default", lang]));
};

const NO_FIELDS = { folders: "its languages are folders" };
const NO_GLOBAL = { folders: "it has no global story" };
const NO_LABELS = { folders: "it has no labels" };

/** Path of a picture that the service does not have at first. */
const LATE = `picture-${PICTURES - 1}.png`;

export const EDIT_KINDS: readonly EditKind[] = [
  {
    name: "text",
    apply: changeOne((story, { site }, { to }) => {
      story.content[site.fields.title] = `Title ${to}`;
      story.content.body = [...bodyOf(story), site.linkTo(storyLink(site.home))];
    }),
  },
  {
    name: "text in another language",
    lacks: NO_FIELDS,
    apply: changeOne((story, { site }, { to }) => (story.content[`${site.fields.title}__i18n__de`] = `Titel ${to}`)),
  },
  { name: "name", apply: changeOne((story, _, { to }) => (story.name = `Name ${to}`)) },
  {
    name: "link",
    apply(on, choice) {
      const link = storyLink(anyPath(on, choice.to));
      return changeOne((story, { site }) => (story.content.body = [...bodyOf(story), site.linkTo(link)]))(on, choice);
    },
  },
  {
    name: "typed address",
    apply(on, choice) {
      const path = anyPath(on, choice.to);
      const url = oneOf([`/${path}/`, `/${path}?a#b`, `/de/${path}/`, `/${path.replace("p", "%70")}/`], choice.at);
      const link = { linktype: "url", fieldtype: "multilink", id: "", url, cached_url: url };
      return changeOne((story, { site }) => (story.content.body = [...bodyOf(story), site.linkTo(link)]))(on, choice);
    },
  },
  {
    name: "list",
    apply: changeOne((story, { site }, { to }) => {
      story.content.body = [...bodyOf(story), oneOf([site.listing(site.folder), ...site.lists], to)];
    }, "page"),
  },
  {
    name: "settings of a listing",
    apply(on, { at, to }) {
      const { listing, listingFields } = on.site;
      const { component } = listing("");
      const blocksOf = (story: StoredStory) => (story.content().body ?? []) as { component: string }[];
      const listings = pages(on).filter((story) => blocksOf(story).some((block) => block.component === component));
      if (listings.length === 0) return;
      const featured = to % 3 === 0 ? "" : oneOf(pages(on), to).uuid;
      const settings = { [listingFields.size]: String(1 + (to % 4)), [listingFields.featured]: featured };
      change(on, oneOf(listings, at), (story) => {
        story.content.body = bodyOf(story).map((block: { component: string }) =>
          block.component === component ? { ...block, ...settings } : block,
        );
      });
    },
  },
  {
    name: "references",
    apply: changeOne(({ content }, { site }, { to }) => Object.assign(content, site.references(to)), "dated"),
  },
  {
    name: "out of search engines",
    apply: changeOne(({ content }, { site }, { to }) => (content[site.fields.noindex] = to % 3 !== 0), "dated"),
  },
  {
    name: "another type",
    apply: changeOne(({ content }, { site }, { to }) => (content.component = oneOf([site.types.dated, "Note"], to))),
  },
  {
    name: "new story without a page",
    apply: ({ service }, { at, to }) =>
      service.publish(`notes/n-${at % 4}`, (story) => (story.content = { component: oneOf(["Note", "Quote"], to) })),
  },
  {
    name: "picture that was missing",
    prepare(on, { at }) {
      on.assets.delete(LATE);
      const { contents } = on.service;
      const stories = ofType(on, "dated");
      if (stories.length > 0)
        change(
          on,
          oneOf(stories, at),
          ({ content }) => (content[on.site.fields.picture] = picture(PICTURES - 1, contents())),
        );
    },
    apply({ site, assets }) {
      const late = site.assets.get(LATE);
      if (late) assets.set(LATE, late);
    },
  },
  {
    name: "picture",
    apply: changeOne((story, { site, service }, { to }) => {
      story.content[site.fields.picture] = to % 4 === 3 ? "" : picture(to % PICTURES, service.contents());
    }, "dated"),
  },
  {
    name: "picture of the home page, which others show for shared links",
    lacks: { folders: "pages have no such picture" },
    apply(on, { to }) {
      const home = live(on).find(({ slugPath }) => slugPath === on.site.home);
      const shown = to % 3 === 2 ? "" : picture(to % PICTURES, on.service.contents());
      if (home) change(on, home, ({ content }) => (content[on.site.sharedPicture] = shown));
    },
  },
  {
    name: "translation",
    apply(on, choice) {
      const { site, service } = on;
      if (site.name !== "folders") {
        const languages = oneOf([["default"], ["de"], ["default", "de"]], choice.to);
        return changeOne((story) => (story.languages = languages))(on, choice);
      }
      service.publish(below(oneOf(site.languages, choice.at), `news/translated-${choice.to % 4}`), (story) => {
        story.alternate_of = oneOf(pages(on), choice.to).slugPath; // only a new story joins the group of another
        story.content = { component: site.types.dated, [site.fields.title]: "Translated", body: [] };
      });
    },
  },
  {
    name: "new page",
    apply(on, { at, to }) {
      const { types, linkTo } = on.site;
      on.service.publish(newPage(on, at), (story) => {
        story.content = { component: types.page, body: [linkTo(storyLink(anyPath(on, to)))] };
      });
    },
  },
  { name: "new listed story", apply: (on, choice) => putDated(on, newSlug(on, choice)) },
  { name: "unpublished", apply: (on, { at }) => on.service.unpublish(slugOf(oneOf(pages(on), at))) },
  { name: "deleted", apply: (on, { at }) => on.service.remove(slugOf(oneOf(pages(on), at))) },
  {
    name: "renamed",
    apply(on, { at, to }) {
      const story = oneOf(pages(on), at);
      rename(on, story, below(parentOf(story.slugPath), `renamed-${to % 4}`));
    },
  },
  {
    name: "moved",
    apply(on, { at, to }) {
      const story = oneOf(pages(on), at);
      const parent = parentOf(oneOf(pages(on), to).slugPath);
      rename(on, story, below(parent, `moved-${to % 4}`));
    },
  },
  {
    name: "two stories that swap their paths",
    apply(on, { at, to }) {
      const [one, other] = [oneOf(pages(on), at), oneOf(pages(on), to)];
      if (one === other || one.isStartpage || other.isStartpage) return; // all below them would move
      on.service.rename(one.slugPath, "between");
      on.service.rename(other.slugPath, one.slugPath);
      on.service.rename("between", other.slugPath);
    },
  },
  {
    name: "renamed to a taken path",
    apply: (on, { at, to }) => on.service.rename(slugOf(oneOf(pages(on), at)), oneOf(pages(on), to).slugPath),
  },
  {
    name: "renamed back",
    prepare(on, { at }) {
      const story = oneOf(pages(on), at);
      rename(on, story, `${story.slugPath}-away`);
    },
    apply(on) {
      for (const story of live(on).filter(({ slugPath }) => slugPath.endsWith("-away")))
        rename(on, story, story.slugPath.replace(/-away$/, ""));
    },
  },
  {
    name: "renamed to a path that another has left",
    prepare(on, { at }) {
      const story = oneOf(pages(on), at);
      rename(on, story, `${story.slugPath}-left`);
    },
    apply(on, { to }) {
      const left = live(on).filter(({ slugPath }) => slugPath.endsWith("-left"));
      const others = pages(on).filter((story) => !left.includes(story) && !story.isStartpage);
      if (left.length > 0) rename(on, oneOf(others, to), oneOf(left, to).slugPath.replace(/-left$/, ""));
    },
  },
  { name: "reordered", apply: changeOne((story, _, { to }) => (story.position = (to % 9) - 4), "ordered") },
  {
    name: "rename in the navigation",
    apply(on, { at, to }) {
      const uuids = on.site.contents.stories.filter(({ slugPath }) => on.site.navigation.includes(slugPath));
      const shown = live(on).filter(({ uuid }) => uuids.some((one) => one.uuid === uuid));
      if (shown.length === 0) return;
      const story = oneOf(shown, at);
      rename(on, story, below(parentOf(story.slugPath), `shown-${to % 4}`));
    },
  },
  {
    name: "translated slug",
    lacks: NO_FIELDS,
    apply: changeOne((story, _, { to }) => (story.slug__i18n__de = `eigene/adresse-${to % 4}`)),
  },
  {
    name: "category",
    apply: changeOne((story, { site, service }, { to }) => {
      const source = service.contents().datasources.find(({ slug }) => slug === site.categories.source);
      const values = (source?.entries ?? []).map(({ value }) => value);
      story.content[site.fields.category] = oneOf([...values, ""], to);
    }, "dated"),
  },
  {
    name: "first of a list by its date",
    apply: changeOne(
      (story, { site }, { to }) => (story.content[site.fields.date] = `2031-01-0${1 + (to % 9)} 10:00`),
      "dated",
    ),
  },
  {
    name: "last of a list by its date",
    apply: changeOne(
      (story, { site }, { to }) => (story.content[site.fields.date] = `2001-01-0${1 + (to % 9)} 10:00`),
      "dated",
    ),
  },
  {
    name: "first story of a category",
    apply: (on, choice) => putDated(on, newSlug(on, choice), { category: on.site.categories.none }),
  },
  {
    name: "last story of a category",
    prepare: (on) => putDated(on, below(on.site.folder, "only"), { category: on.site.categories.none }),
    apply(on) {
      const { fields, categories } = on.site;
      unpublishAll(
        on,
        ofType(on, "dated").filter((story) => story.content()[fields.category] === categories.none),
      );
    },
  },
  {
    name: "first story of a listing",
    prepare: putListing,
    apply: (on) => putDated(on, below(emptyFolder(on), "first")),
  },
  {
    name: "last story of a listing",
    prepare(on) {
      putListing(on);
      putDated(on, below(emptyFolder(on), "only"));
    },
    apply: (on) =>
      unpublishAll(
        on,
        live(on).filter(({ slugPath }) => slugPath.startsWith(`${emptyFolder(on)}/`)),
      ),
  },
  { name: "first story of a language", prepare: (on) => leaveLanguage(on, ofLastLanguage(on)), apply: enterLanguage },
  {
    name: "last story of a language",
    prepare: (on) => leaveLanguage(on, ofLastLanguage(on).slice(1)),
    apply: (on) => leaveLanguage(on, ofLastLanguage(on)),
  },
  {
    name: "home renamed",
    apply(on, { to }) {
      const home = live(on).find(({ slugPath }) => slugPath === on.site.home);
      if (home) rename(on, home, below(parentOf(on.site.home), `start-${to % 3}`));
    },
  },
  {
    name: "60 stories at once",
    apply(on, { at, to }) {
      const all = pages(on);
      const first = at % all.length;
      for (const story of [...all.slice(first), ...all.slice(0, first)].slice(0, 60))
        change(on, story, ({ content }) => (content[on.site.fields.title] = `Title ${to} of 60`));
    },
  },
  {
    name: "60 new stories at once",
    apply(on, { to }) {
      for (let index = 0; index < 60; index += 1)
        putDated(on, below(on.site.folder, `many-${index}`), {
          date: `2024-06-0${1 + (to % 9)} 10:${10 + (index % 50)}`,
        });
    },
  },
  {
    name: "global story",
    lacks: NO_GLOBAL,
    apply: ({ service }, { to }) => service.setGlobal(({ content }) => (content.open_jobs = String(to))),
  },
  {
    name: "label",
    lacks: NO_LABELS,
    apply({ service }, { at, to }) {
      const found = service.contents().datasources.find(({ slug }) => slug === "labels");
      const all = found ? entriesOf(found) : [];
      const changed = at % Math.max(1, all.length);
      service.setDatasource(
        "labels",
        all.map((one, index) => (index === changed ? { ...one, value: `Label ${to}` } : one)),
      );
    },
  },
  {
    name: "entry added",
    apply: entries((all, { to }) => [...all, { name: `Added ${to}`, value: `added-${to}-${all.length}` }]),
  },
  {
    name: "entry changed",
    apply: entries((all, { at, to }) =>
      all.map((one, index) => (index === at % all.length ? { ...one, name: `Changed ${to}` } : one)),
    ),
  },
  { name: "entry removed", apply: entries((all, { at }) => all.filter((_, index) => index !== at % all.length)) },
  {
    name: "redirect rule",
    apply(on, { at, to }) {
      const { redirects } = on;
      const from = oneOf([`/old-${redirects.length}`, `/old-${redirects.length}/*`, `/${newPage(on, at)}`], to);
      if (to % 4 === 3 && redirects.length > 0) redirects.pop();
      else if (redirects.every((rule) => rule.from !== from)) redirects.push({ from, to: `/${anyPath(on, at)}/` });
    },
  },
  {
    name: "asset replaced",
    async apply(on, { at, to }) {
      const { info } = on.service.contents();
      const text = JSON.stringify(live(on).map((story) => story.content()));
      const shown = [...on.assets.values()].filter(
        (asset) => /\.(svg|png|jpg)$/.test(asset.path) && text.includes(assetUrl(asset, info.id)),
      );
      const asset = oneOf(shown, at);
      on.assets.set(asset.path, await painted(asset, 1 + to));
      on.isReplaced = true;
    },
  },
  {
    name: "definition",
    apply: ({ site: { code }, write }, { to }) => write(code.definition.file, code.definition.text(1 + to)),
  },
  { name: "block code", apply: ({ site: { code }, write }, { to }) => write(code.block.file, code.block.text(1 + to)) },
];
