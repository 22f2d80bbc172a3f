/** A small space in which every list block, every reference between page types and every kind of link is used. */
import sharp from "sharp";
import { type EditableStory, publishStory } from "../../bench/space/service/edit.ts";
import { SYNTHETIC_ASSETS, syntheticDrawing } from "../../bench/space/synthetic-content.ts";
import type { AssetIndex } from "../../src/space/folder/asset-index.ts";
import { storedDatasource } from "../../src/space/folder/datasource-file.ts";
import { idFrom, sha1, storyUuid } from "../../src/space/identity.ts";
import type { SpaceContents } from "../../src/space/model.ts";
import { assetUrl } from "../../src/space/model.ts";

const SPACE_ID = 100600;
export const CATEGORIES = ["mlops", "team", "events"];
export const INDUSTRIES = ["cars", "food"];
export const SOLUTIONS = ["vision", "sound", "drift"];
/** Folders of posts, each with a listing. */
const FOLDERS = ["insights/a", "insights/b"];

const drawing = (index: number) => syntheticDrawing({ index, spaceId: SPACE_ID });
/** A photo, which social networks show for a shared link, unlike a drawing. */
export const photo = (index: number) => ({
  ...drawing(0),
  id: idFrom(`photo-${index}`),
  filename: assetUrl({ path: `photo-${index}.png`, hash: sha1(String(index)).slice(0, 10), size: "40x20" }, SPACE_ID),
});
/** Number of the photo that the service does not have at first. */
export const LATE_PHOTO = 2;

export const storyLink = (slug: string) => ({
  id: storyUuid(slug),
  url: "",
  linktype: "story",
  fieldtype: "multilink",
  cached_url: slug,
});

const link = (slug: string) => ({ component: "Link", title: "More", title__i18n__de: "Mehr", link: storyLink(slug) });
const teaser = (slug: string) => ({ component: "TextTeaser", text: "Read on", link: [link(slug)] });
const doc = (slug: string) => ({
  type: "doc",
  content: [
    {
      type: "paragraph",
      content: [
        {
          type: "text",
          text: "see",
          marks: [{ type: "link", attrs: { href: "", uuid: storyUuid(slug), linktype: "story", target: null } }],
        },
      ],
    },
  ],
});

/** Bodies by purpose: each list block, and each way to refer to another story. */
const BODIES: Readonly<Record<string, unknown[]>> = {
  home: [{ component: "BlogTeaser", headline: "New", count: "2" }, teaser("pages/lists"), teaser("pages/english-only")],
  "pages/lists": [
    { component: "IndustriesOverview", headline: "Industries" },
    { component: "IndustriesSlider", headline: "Industries" },
    { component: "CareerOverview", headline: "Jobs", show_all: true },
  ],
  "pages/teams": [
    { component: "BlogTeaser", headline: "Team", category: "team", count: "3" },
    { component: "BlogOverview", headline: "A listing with routes", starts_with: "insights/b/", per_page: "2" },
    { component: "BlogOverview", headline: "A second one has none", starts_with: "insights/a/", per_page: "1" },
  ],
  "pages/chosen": [
    {
      component: "BlogTeaser",
      headline: "Chosen",
      posts: [storyUuid("insights/a/post-0"), storyUuid("insights/b/post-3")],
    },
    { component: "SuccessStoriesSlider", headline: "Customers", stories: [storyUuid("customers/one")] },
    {
      component: "CareerOverview",
      items: [{ component: "CareerItem", job: storyUuid("careers/one") }],
      show_all: true,
    },
    { component: "IndustriesOverview", industries: [storyUuid("industries/cars"), storyUuid("industries/food")] },
    { component: "RichtextVideo", headline: "Text", text: doc("insights/a/post-1") },
  ],
};

const post = (index: number): EditableStory["content"] => ({
  component: "Insights",
  teaser_title: `Post ${index}`,
  teaser_title__i18n__de: `Beitrag ${index}`,
  teaser_text: "A text",
  category: CATEGORIES[index % 2],
  industries: [INDUSTRIES[index % 2]],
  solutions: [SOLUTIONS[index % 2]],
  date: `2025-0${1 + index}-10 10:00`,
  ...(index % 2 === 0 ? { teaser_image: drawing(index) } : {}),
  body: [teaser("pages/lists"), teaser(`insights/a/post-${(index + 1) % 3}`)],
});

const listing = (startsWith: string, featured = "") => ({
  component: "Page",
  meta_title: startsWith,
  body: [{ component: "BlogOverview", headline: "Posts", starts_with: startsWith, per_page: "2", featured }],
});

const STORIES: readonly [slug: string, content: Record<string, unknown>, languages?: string[]][] = [
  ["global", { component: "Global", main_nav: [], open_jobs: "1" }],
  ["home", { component: "Page", og_image: photo(0), body: BODIES.home }],
  ["insights/", listing("insights/", storyUuid("insights/a/post-1"))],
  ["insights/a/", listing("insights/a/")],
  ["insights/b/", listing("insights/b/")],
  ...Array.from(
    { length: 5 },
    (_, index) => [`${FOLDERS[index < 3 ? 0 : 1]}/post-${index}`, post(index)] as [string, Record<string, unknown>],
  ),
  ["industries/cars", { component: "Industries", teaser_title: "Cars", industry: "cars", body: [teaser("home")] }],
  ["industries/food", { component: "Industries", teaser_title: "Food", industry: "food", icon: drawing(2), body: [] }],
  ["solutions/vision", { component: "Solutions", teaser_title: "Vision", solution: "vision", body: [] }],
  [
    "customers/one",
    { component: "SuccessStory", teaser_title: "One", customer: "One", industry: "cars", solution: "vision", body: [] },
  ],
  [
    "customers/two",
    { component: "SuccessStory", teaser_title: "Two", customer: "Two", industry: "food", solution: "sound", body: [] },
  ],
  ["careers/one", { component: "Careers", teaser_title: "Engineer", department: "Lab", body: [] }],
  ["careers/two", { component: "Careers", teaser_title: "Operator", department: "Hall", body: [] }],
  ["pages/lists", { component: "Page", og_image: photo(LATE_PHOTO), body: BODIES["pages/lists"] }],
  ["pages/teams", { component: "Page", og_image: photo(0), body: BODIES["pages/teams"] }],
  ["pages/chosen", { component: "Page", body: BODIES["pages/chosen"] }],
  ["pages/english-only", { component: "Page", body: [] }, ["default"]],
];

/** The space with its assets, without the late photo. */
export async function denseSpace(): Promise<SpaceContents & { assets: Map<string, AssetOf> }> {
  const entries = (values: readonly string[]) =>
    values.map((value) => ({ name: `${value} name`, value, de: `${value} Name` }));
  const bare: SpaceContents = {
    info: {
      id: SPACE_ID,
      name: "Dense",
      version: 1767600000,
      languages: ["de"],
      token: `dense-${idFrom("dense")}`,
      previewToken: "dense-preview",
    },
    stories: [],
    datasources: [
      storedDatasource("labels", [{ name: "we_are_hiring", value: "We are hiring", de: "Wir stellen ein" }]),
      storedDatasource("insight-categories", entries(CATEGORIES)),
      storedDatasource("all-industries", entries(INDUSTRIES)),
      storedDatasource("all-solutions", entries(SOLUTIONS)),
    ],
  };
  const full = STORIES.reduce(
    (contents, [slug, content, languages], index) =>
      publishStory(contents, {
        slug,
        now: new Date(Date.UTC(2025, 0, 1, 8, index)),
        mutate(story) {
          story.position = index;
          story.content = content;
          story.name__i18n__de = `${story.name} de`;
          if (languages) story.languages = languages;
        },
      }),
    bare,
  );
  return { ...full, assets: new Map([...SYNTHETIC_ASSETS, ...(await photos([0, 1]))]) };
}

type AssetOf = AssetIndex extends ReadonlyMap<string, infer A> ? A : never;

/** Photos in the service, by path, in their own colours or in the given one. */
export async function photos(numbers: readonly number[], colour?: string): Promise<[string, AssetOf][]> {
  return Promise.all(
    numbers.map(async (index): Promise<[string, AssetOf]> => {
      const background = colour ?? { r: 40 * index, g: 90, b: 160 };
      const data = await sharp({ create: { width: 40, height: 20, channels: 3, background } })
        .png()
        .toBuffer();
      const path = `photo-${index}.png`;
      return [path, { path, file: "", data, hash: sha1(String(index)).slice(0, 10), size: "40x20" }];
    }),
  );
}
