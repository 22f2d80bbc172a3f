/** All kinds of edits an editor can make, on a story or list chosen by number. */

import type { EditableStory } from "../../bench/space/service/edit.ts";
import type { SpaceService } from "../../bench/space/service/start-space-service.ts";
import { storyUuid } from "../../src/space/identity.ts";
import {
  CATEGORIES,
  drawing,
  FOLDERS,
  INDUSTRIES,
  LATE_PHOTO,
  photo,
  photos,
  SLUGS,
  SOLUTIONS,
  storyLink,
} from "./dense-space.ts";

/** The edited space with its assets. */
export interface Edited {
  space: SpaceService;
  assets: Map<string, Awaited<ReturnType<typeof photos>>[number][1]>;
  /** True if an asset was replaced at its URL, which the listener passes to the next build. */
  isReplaced: boolean;
}

export interface Edit {
  name: keyof typeof EDITS;
  /** Chooses the story. */
  at: number;
  /** Chooses the value. */
  to: number;
}

type Apply = (edited: Edited, slug: string, to: number) => void | Promise<void>;

const oneOf = <T>(values: readonly T[], to: number): T => values[to % values.length] as T; // lists are never empty here
const change =
  (mutate: (content: Record<string, unknown>, to: number, story: EditableStory) => void): Apply =>
  ({ space }, slug, to) =>
    space.publish(slug, (story) => mutate(story.content, to, story));
const setting =
  (name: string, values: readonly string[]): Apply =>
  ({ space }, _, to) =>
    space.setDatasource(
      name,
      // Renames an entry, and sometimes removes the last one.
      values.slice(0, values.length - (to % 4 === 3 ? 1 : 0)).map((value, index) => {
        const label = index === to % values.length ? `${value} renamed ${to}` : `${value} name`;
        return { name: label, value, de: `${label} de` };
      }),
    );

const bare = (slug: string) => slug.replace(/\/$/, "");
const storyAt = (space: SpaceService, slug: string) =>
  space.contents().stories.find(({ slugPath }) => slugPath === slug);
/** Two stories cannot have one path in the service. */
const renameTo = (space: SpaceService, from: string, to: string) => {
  if (!storyAt(space, to)) space.rename(from, to);
};

const newPage = (to: number) => `pages/new${to % 2 === 0 ? "" : "/below"}`;
/** A link to a story, and to its address. */
const linksTo = (to: number) => {
  const url = { linktype: "url", url: `/${newPage(to)}/`, cached_url: `/${newPage(to)}/` };
  const link = [storyLink(newPage(to)), url].map((one) => ({ component: "Link", title: "New", link: one }));
  return { component: "TextTeaser", text: `Links ${to}`, link };
};

export const EDITS = {
  title: change((content, to) => {
    content.teaser_title = `Title ${to}`;
    content.teaser_title__i18n__de = `Titel ${to}`;
  }),
  germanTitle: change((content, to) => {
    content.teaser_title__i18n__de = `Titel ${to}`;
  }),
  name: change((_, to, story) => {
    story.name = `Name ${to}`;
  }),
  body: change((content, to) => {
    content.body = [
      ...(Array.isArray(content.body) ? content.body.slice(0, to % 3) : []),
      {
        component: "TextTeaser",
        text: `Text ${to}`,
        link: [{ component: "Link", title: "x", link: storyLink(oneOf(SLUGS, to)) }],
      },
    ];
  }),
  addList: change((content, to) => {
    const lists = ["BlogTeaser", "IndustriesOverview", "IndustriesSlider", "CareerOverview", "BlogOverview"];
    const body = Array.isArray(content.body) ? content.body : [];
    content.body = [...body, { component: oneOf(lists, to), headline: "List", show_all: true, per_page: "1" }];
  }),
  category: change((content, to) => {
    content.category = oneOf([...CATEGORIES, ""], to);
  }),
  industries: change((content, to) => {
    content.industries = to % 3 === 0 ? INDUSTRIES : [oneOf(INDUSTRIES, to)];
    content.solutions = [oneOf(SOLUTIONS, to)];
  }),
  industry: change((content, to) => {
    content.industry = oneOf(INDUSTRIES, to);
    content.solution = oneOf(SOLUTIONS, to + 1);
  }),
  department: change((content, to) => {
    content.department = oneOf(["Lab", "Hall", ""], to);
  }),
  picture: change((content, to) => {
    content.teaser_image = drawing(to);
  }),
  sharedPicture: change((content, to) => {
    content.og_image = to % 3 === 2 ? null : photo(to % 2);
  }),
  noindex: change((content, to) => {
    content.noindex = to % 2 === 0;
  }),
  featured: change((content, to) => {
    const [first] = Array.isArray(content.body) ? content.body : [];
    if (first?.component === "BlogOverview")
      first.featured = to % 4 === 0 ? "" : storyUuid(`insights/a/post-${to % 3}`);
  }),
  perPage: change((content, to) => {
    const [first] = Array.isArray(content.body) ? content.body : [];
    if (first?.component === "BlogOverview") first.per_page = String(1 + (to % 3));
  }),
  first: change((content, to) => {
    content.date = `2031-01-0${1 + (to % 9)} 10:00`;
  }),
  last: change((content, to) => {
    content.date = `2001-01-0${1 + (to % 9)} 10:00`;
  }),
  reorder: change((_, to, story) => {
    story.position = to % 7;
  }),
  addTranslation: change((_, __, story) => {
    story.languages = ["default", "de"];
  }),
  removeTranslation: change((_, to, story) => {
    story.languages = to % 4 === 0 ? ["de"] : ["default"];
  }),
  translatedSlug: change((_, to, story) => {
    story.slug__i18n__de = `eigene/adresse-${to}`;
  }),
  publishNew({ space }, _, to) {
    space.publish(`${oneOf(FOLDERS, to)}/new-${to % 5}`, (story) => {
      story.content = {
        component: "Insights",
        teaser_title: `New ${to}`,
        category: oneOf(CATEGORIES, to),
        industries: [oneOf(INDUSTRIES, to)],
        solutions: [oneOf(SOLUTIONS, to)],
        date: to % 2 === 0 ? "2002-01-01 10:00" : "2030-01-01 10:00",
        body: [],
      };
    });
  },
  /** A page that no list shows, with a page below it, and links to both. */
  publishPage({ space }, _, to) {
    space.publish(newPage(to), (story) => {
      story.content = { component: "Page", meta_title: `New ${to}`, body: [linksTo(to + 1)] };
      story.languages = to % 5 === 0 ? ["default"] : ["default", "de"];
    });
  },
  linkNew: change((content, to) => {
    content.body = [...(Array.isArray(content.body) ? content.body.slice(0, 2) : []), linksTo(to)];
  }),
  /** An address of a story, of a listing's page or of nothing, in one of its spellings. */
  linkTyped: change((content, to) => {
    // Half of them lead to the pages that other edits publish and unpublish.
    const others = [...SLUGS, "insights/page/2/", "pages/renamed-1", "pages/moved-1"];
    const path = to < 6 ? newPage(to) : oneOf(others, to * 5);
    const spelled = [`/${path}/`, `/${path}?a#b`, `/de/${path}/`, `/${path.replace("p", "%70")}/`];
    const link = { linktype: "url", url: oneOf(spelled, to) };
    const block = { component: "TextTeaser", text: `Typed ${to}`, link: [{ component: "Link", title: "New", link }] };
    content.body = [...(Array.isArray(content.body) ? content.body.slice(0, 3) : []), block];
  }),
  unpublishPage({ space }, _, to) {
    if (space.contents().stories.some(({ slugPath }) => slugPath === newPage(to))) space.unpublish(newPage(to));
  },
  unpublish: ({ space }, slug) => space.unpublish(slug),
  remove: ({ space }, slug) => space.remove(slug),
  rename: ({ space }, slug, to) => renameTo(space, slug, `${slug.replace(/[^/]*\/?$/, "")}renamed-${to % 3}`),
  move: ({ space }, slug, to) => renameTo(space, slug, `${oneOf([...FOLDERS, "pages"], to)}/moved-${to % 3}`),
  /** Two stories of one path: the second has no page. */
  renameToTaken: ({ space }, slug, to) => space.rename(slug, bare(oneOf(SLUGS, to))),
  renameBack({ space }, slug) {
    const first = SLUGS.find((one) => storyUuid(bare(one)) === storyAt(space, bare(slug))?.uuid);
    if (first !== undefined) renameTo(space, slug, bare(first));
  },
  /** To the path that another story has left, or has had at first. */
  renameToLeft({ space }, slug, to) {
    const left = SLUGS.map(bare).filter((one) => !storyAt(space, one));
    if (left.length > 0) renameTo(space, slug, oneOf(left, to));
  },
  swap({ space }, slug, to) {
    const other = bare(oneOf(SLUGS, to));
    const [one, two] = [storyAt(space, slug), storyAt(space, other)];
    if (!one || !two || one === two || one.isStartpage || two.isStartpage) return; // all below them would move
    space.rename(other, "pages/between");
    space.rename(slug, other);
    space.rename("pages/between", slug);
  },
  /** Stories of two types that are no pages. */
  publishNote({ space }, _, to) {
    space.publish(`notes/n-${to % 6}`, (story) => {
      story.content = { component: oneOf(["Note", "Note", "Quote"], to), text: `Note ${to}` };
      story.languages = to % 4 === 0 ? ["default"] : ["default", "de"];
    });
  },
  moveNote: ({ space }, _, to) => {
    if (storyAt(space, `notes/n-${to % 6}`)) renameTo(space, `notes/n-${to % 6}`, `de/notes/n-${to % 5}`);
  },
  unpublishNote({ space }, _, to) {
    const found = space
      .contents()
      .stories.filter(({ component, live }) => live && ["Note", "Quote"].includes(component));
    if (found.length > 0) space.unpublish(oneOf(found, to).slugPath);
  },
  renameInGerman: ({ space }, slug, to) => space.rename(slug, slug, { de: `eigene/adresse-${to % 4}` }),
  label: ({ space }, _, to) =>
    space.setDatasource("labels", [
      { name: "we_are_hiring", value: `Join us ${to}`, de: `Komm zu uns ${to}` },
      { name: "home_page", value: `Start ${to % 3}`, de: `Anfang ${to % 3}` },
    ]),
  categories: setting("insight-categories", CATEGORIES),
  industryNames: setting("all-industries", INDUSTRIES),
  solutionNames: setting("all-solutions", SOLUTIONS),
  global: ({ space }, _, to) =>
    space.setGlobal((story) => {
      story.content.open_jobs = String(to);
    }),
  async lateAsset({ assets }) {
    for (const [path, asset] of await photos([LATE_PHOTO])) assets.set(path, asset);
  },
  async replacedAsset(edited, _, to) {
    for (const [path, asset] of await photos([to % 2], `#0${to % 10}0`)) edited.assets.set(path, asset);
    edited.isReplaced = true;
  },
} satisfies Record<string, Apply>;

/** Applies an edit to a story, wherever it is now; it has no effect on one that was removed. */
export async function applyEdit(edit: Edit, edited: Edited): Promise<void> {
  const uuid = storyUuid(bare(oneOf(SLUGS, edit.at)));
  const story = edited.space.contents().stories.find((one) => one.uuid === uuid);
  if (story) await EDITS[edit.name](edited, story.isStartpage ? `${story.slugPath}/` : story.slugPath, edit.to);
}
