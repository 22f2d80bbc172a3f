/**
 * The three sites that edits are tried on: the sample, a generated space with every block of the sample and a domain for
 * each language, and a site whose three languages are folders. Each says in its own words what an edit needs to name.
 */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadSampleBlocks } from "../../../bench/space/load-sample-blocks.ts";
import { mixedSpace } from "../../../bench/space/mixed-space.ts";
import { type EditableStory, publishStory } from "../../../bench/space/service/edit.ts";
import type { AssetIndex } from "../../../src/space/folder/asset-index.ts";
import { type DatasourceEntryFields, storedDatasource } from "../../../src/space/folder/datasource-file.ts";
import { openFolder } from "../../../src/space/folder/folder-source.ts";
import { storyUuid } from "../../../src/space/identity.ts";
import type { SpaceContents, StoredDatasource } from "../../../src/space/model.ts";
import { ROOT } from "../../helpers/run-cli.ts";
import { writeSampleWith } from "../../helpers/sample-definition.ts";
import { filesOfSite } from "../another-site.ts";
import { assetField, withPictures, withSmallPhotos } from "./pictures.ts";

export type SiteName = "sample" | "mixed" | "folders";
type Content = Record<string, unknown>;

/** A site with its space, and what its stories and fields are called. */
export interface Site {
  name: SiteName;
  contents: SpaceContents;
  assets: AssetIndex;
  /** Path of the definition's file. */
  definition: string;
  /** Languages of fields besides the first; or of folders, all of them. */
  languages: readonly string[];
  home: string;
  /** Stories that every page shows in its navigation. */
  navigation: readonly string[];
  /** Component of pages that no list shows, of dated stories that lists and a feed show, and of stories that editors order. */
  types: { page: string; dated: string; ordered: string };
  /** Folder of dated stories. */
  folder: string;
  fields: { title: string; picture: string; date: string; category: string; noindex: string };
  /** Field with the picture that a page shows for shared links; "" if pages have none. */
  sharedPicture: string;
  /** Blocks that list stories and have no pages of their own. */
  lists: readonly Content[];
  /** Fields of a dated story that name entries or other stories. */
  references(number: number): Content;
  /** Datasource of categories, of which no story has `none`. */
  categories: { source: string; none: string };
  /** A block that lists the dated stories of a folder, in pages of two. */
  listing(folder: string): Content;
  /** Its fields with their number and with the uuid of the story it begins with. */
  listingFields: { size: string; featured: string };
  /** A block with a link. */
  linkTo(link: Content): Content;
  /** The definition's file and a block's file, of which each number is another text. */
  code: Record<"definition" | "block", { file: string; text(number: number): string }>;
}

/** Category of no story, in each site's datasource. */
const NONE = "nobody";

/** Opens a site, whose definition is written into an existing folder. */
export async function openSite(name: SiteName, dir: string): Promise<Site> {
  const site = await SITES[name](dir);
  return { ...site, assets: await withPictures(site.assets) };
}

/** The site with folders and so many published stories in its first language. */
export async function openLargeSite(stories: number, dir: string): Promise<Site> {
  const site = await openSite("folders", dir);
  const first = site.contents.stories.filter(({ slugPath }) => slugPath.startsWith("en/")).length;
  const more = Array.from({ length: stories - first }, (_, at) => `en/more/page-${at}`);
  const contents = more.reduce(
    (all, slug) => published(all, slug, (story) => (story.content = { component: site.types.page, body: [] })),
    site.contents,
  );
  return { ...site, contents };
}

export const SITE_NAMES: readonly SiteName[] = ["sample", "mixed", "folders"];
const SITES: Readonly<Record<SiteName, (dir: string) => Promise<Site>>> = {
  sample: async (dir) => {
    const { contents, assets } = await readSpace(join(ROOT, "templates/sample-space"));
    const navigation = ["solutions", "solutions/predictive-quality", "customers/isarstahl"];
    return { ...sampleWith(dir, contents), name: "sample", assets: await withSmallPhotos(assets()), navigation };
  },
  mixed: async (dir) => {
    const { assets, ...contents } = mixedSpace({ stories: 90, sections: [1, 3], ...(await loadSampleBlocks()) });
    const page = "pages/page-00000";
    const withPage = published(contents, "global", ({ content }) => {
      const items = Array.isArray(content.main_nav) ? content.main_nav : [];
      content.main_nav = [...items, { component: "NavItem", title: "Page", link: storyLink(page) }];
    });
    return { ...sampleWith(dir, withPage, DOMAINS), name: "mixed", assets, navigation: ["insights", page] };
  },
  folders: async (dir) => {
    const files = filesOfSite({ domains: false, layoutLists: true, folders: true, base: "/" });
    const block = "blocks/prose/prose.tsx";
    write(dir, files);
    const { contents, assets } = await readSpace(join(dir, "space"));
    const stories = storiesOfFolders(contents, assets()).reduce((all, [slug, content, of]) => {
      const mutate = (story: EditableStory) => Object.assign(story, { content, alternate_of: of });
      return published(all, slug, mutate);
    }, contents);
    const text = { definition: files["site.ts"] ?? "", block: files[block] ?? "" };
    return {
      name: "folders",
      contents: withEntry(stories, "topics"),
      assets: assets(),
      definition: join(dir, "site.ts"),
      languages: LANGUAGES,
      home: "en/home",
      navigation: ["en/about", "fr/about"],
      types: { page: "page", dated: "article", ordered: "event" },
      folder: "en/news",
      fields: { title: "title", picture: "teaser_image", date: "written", category: "topic", noindex: "hidden" },
      references: (number) => ({ related: [storyUuid(`en/news/one-${number % 7}`)], author: storyUuid("en/about") }),
      categories: { source: "topics", none: NONE },
      listing: (folder) => ({ component: "archive", size: "2", from: `${folder}/` }),
      listingFields: { size: "size", featured: "top" },
      sharedPicture: "",
      lists: [
        { component: "calendar" },
        ...["", "pages", "counts", "combinations", "neighbours", "nested"].map((ask) => ({
          component: "query",
          ask,
          of: "article",
          limit: "3",
        })),
      ],
      linkTo: (link) => ({ component: "way", title: "Way", link }),
      code: {
        definition: {
          file: "site.ts",
          text: (number) => text.definition.replace('en: "News"', `en: "News ${number}"`),
        },
        block: { file: block, text: (number) => text.block.replace("<section", `<section data-version="${number}"`) },
      },
    };
  },
};

const DOMAINS = ` languages: site.languages.map((one) => ({ ...one, origin: "https://" + one.code + ".example" }))`;
const LANGUAGES = ["en", "fr", "de"];

/** Pages, dated and ordered stories in each language, linked as translations; enough for lists of several pages. */
function storiesOfFolders({ info }: SpaceContents, assets: AssetIndex): [slug: string, content: Content, of: string][] {
  const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, at) => make(at));
  const pictures = { component: "picture", more: [...assets.values()].map((file) => assetField(file, info.id)) };
  return LANGUAGES.flatMap((lang) => {
    const story = (path: string, content: Content): [string, Content, string] => [
      `${lang}/${path}`,
      content,
      `en/${path}`,
    ];
    const way = (path: string) => ({ component: "way", title: "Way", link: storyLink(`${lang}/${path}`) });
    return [
      story(
        "home",
        lang === "en" ? { component: "page", body: [pictures] } : { component: "page", body: [way("news/one-0")] },
      ),
      story("about", { component: "page", title: "About", body: [way("news/one-1"), way("home")] }),
      story("archive", { component: "page", body: [{ component: "archive", size: "2", from: `${lang}/news/` }] }),
      story("agenda/all", { component: "page", body: [{ component: "calendar" }] }),
      ...many(3, (at) => {
        const body = [way(`pages/page-${(at + 1) % 3}`), { component: "query", ask: "neighbours", of: "page" }];
        return story(`pages/page-${at}`, { component: "page", title: `Page ${at}`, body });
      }),
      ...many(7, (at) => {
        const topic = ["iron", "wood"][at % 2];
        const body = [
          { component: "related", to: [storyUuid(`${lang}/news/one-${(at + 1) % 7}`)] },
          way("about"),
          PROSE,
        ];
        return story(`news/one-${at}`, {
          component: "article",
          title: `One ${at}`,
          written: `2025-0${at + 1}-01`,
          topic,
          body,
        });
      }),
      ...many(5, (at) => {
        const place = ["hall", "yard"][at % 2];
        return story(`agenda/event-${at}`, {
          component: "event",
          title: `Event ${at}`,
          place,
          price: String(at),
          body: [],
        });
      }),
    ];
  });
}
const PROSE = { component: "prose", note: "See [one](/news/one-2/)." };

/** The sample's definition in a folder of its own, with a block that it overrides, and what is called there. */
function sampleWith(dir: string, contents: SpaceContents, keys = ""): Omit<Site, "name" | "assets" | "navigation"> {
  const sample = writeSampleWith(dir);
  const own = (path: string) => join(ROOT, "src/blocks/TextTeaser", path);
  const definition = (number: number) => `import site from ${JSON.stringify(sample)};
const { Insights } = site.pageTypes;
const feed = { path: "feed.xml", title: { en: "Insights ${number}", de: "Wissen ${number}" } };
export default { ...site, pageTypes: { ...site.pageTypes, Insights: { ...Insights, feed } },${keys} };
`;
  const block = (number: number) => `import { TextTeaser as Sample } from ${JSON.stringify(own("TextTeaser.tsx"))};
export function TextTeaser(props) { return <Sample {...props} text={props.text && props.text + " (${number})"} />; }
`;
  const schema = `export { schema } from ${JSON.stringify(own("TextTeaser.schema.ts"))};\n`;
  const file = "blocks/TextTeaser/TextTeaser.tsx";
  write(dir, { "changed.ts": definition(0), [file]: block(0), "blocks/TextTeaser/TextTeaser.schema.ts": schema });
  cpSync(own("TextTeaser.css"), join(dir, "blocks/TextTeaser/TextTeaser.css"));
  const oneValue = (source: string, number: number) => {
    const values = contents.datasources.find(({ slug }) => slug === source)?.entries.map(({ value }) => value) ?? [];
    return values.slice(number % values.length).slice(0, 1);
  };
  return {
    contents: withEntry(contents, "insight-categories"),
    definition: join(dir, "changed.ts"),
    languages: ["de"],
    home: "home",
    types: { page: "Page", dated: "Insights", ordered: "Careers" },
    folder: "insights",
    fields: { title: "teaser_title", picture: "teaser_image", date: "date", category: "category", noindex: "noindex" },
    references: (number) => ({
      industries: oneValue("all-industries", number),
      solutions: oneValue("all-solutions", number),
    }),
    categories: { source: "insight-categories", none: NONE },
    listing: (folder) => ({ component: "BlogOverview", headline: "Listed", starts_with: `${folder}/`, per_page: "2" }),
    listingFields: { size: "per_page", featured: "featured" },
    sharedPicture: "og_image",
    lists: ["BlogTeaser", "IndustriesOverview", "IndustriesSlider", "CareerOverview", "SuccessStoriesSlider"].map(
      (component) => ({ component, headline: "List", show_all: true, count: "2" }),
    ),
    linkTo(link) {
      return { component: "TextTeaser", text: "Read on", link: [{ component: "Link", title: "Read", link }] };
    },
    code: { definition: { file: "changed.ts", text: definition }, block: { file, text: block } },
  };
}

function readSpace(dir: string) {
  return openFolder({ dir, journal: false, now: Date.now, notify: () => undefined });
}

let minute = 0;

/** The contents with a story changed or added, a minute after the last one. */
function published(contents: SpaceContents, slug: string, mutate: (story: EditableStory) => void): SpaceContents {
  return publishStory(contents, { slug, mutate, now: new Date(Date.UTC(2025, 0, 1, 8, minute++)) });
}

/** The contents with a category that no story has. */
function withEntry(contents: SpaceContents, source: string): SpaceContents {
  const datasources = contents.datasources.map((one) =>
    one.slug === source
      ? storedDatasource(source, [...entriesOf(one), { name: "Nobody's", value: NONE, de: "Niemandes" }])
      : one,
  );
  return { ...contents, datasources };
}

/** The entries of a datasource as files have them. */
export function entriesOf({ entries }: StoredDatasource): DatasourceEntryFields[] {
  return entries.map(({ name, value, dimensions }) => ({ name, value, ...dimensions }));
}

/** A link field with a story. */
export function storyLink(slug: string): Content {
  return { id: storyUuid(slug), url: "", linktype: "story", fieldtype: "multilink", cached_url: slug };
}

function write(dir: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}
