/** Edits of a story: its content, its coming and going, its place. */
import type { StoredStory } from "../../../src/space/model.ts";
import {
  anyPath,
  below,
  bodyOf,
  change,
  changeOne,
  type EditKind,
  live,
  newPage,
  newSlug,
  ofType,
  oneOf,
  pages,
  parentOf,
  putDated,
  rename,
  slugOf,
} from "./edit-kind.ts";
import { PICTURES, picture } from "./pictures.ts";
import { storyLink } from "./spaces.ts";

const NO_FIELDS = { folders: "its languages are folders" };

/** Path of a picture that the service does not have at first. */
export const LATE = `picture-${PICTURES - 1}.png`;

export const STORY_EDITS: readonly EditKind[] = [
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
];
