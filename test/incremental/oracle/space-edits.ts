/** Edits of what many pages show: lists, a language, navigation, datasources, redirects, assets, the site's code. */
import { assetUrl } from "../../../src/space/model.ts";
import {
  anyPath,
  below,
  change,
  changeOne,
  type EditKind,
  emptyFolder,
  enterLanguage,
  entries,
  leaveLanguage,
  live,
  newPage,
  newSlug,
  ofLastLanguage,
  ofType,
  oneOf,
  pages,
  parentOf,
  putDated,
  putListing,
  rename,
  unpublishAll,
} from "./edit-kind.ts";
import { painted } from "./pictures.ts";
import { entriesOf } from "./spaces.ts";
import { LATE } from "./story-edits.ts";

const NO_GLOBAL = { folders: "it has no global story" };
const NO_LABELS = { folders: "it has no labels" };

export const SPACE_EDITS: readonly EditKind[] = [
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
        (asset) =>
          /\.(svg|png|jpg)$/.test(asset.path) && asset.path !== LATE && text.includes(assetUrl(asset, info.id)),
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
