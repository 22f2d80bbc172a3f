/**
 * A space like an agency's, of any size: every block of the site in use, 6 to 12 sections and about 16 KB of JSON per
 * story, blocks that list other stories on 2 to 5 % of the pages, related and nested content, long lists, and topics
 * with their own listing. Only posts and customer stories grow with the space.
 */
import type { BlockSchema } from "../../src/site/blocks/fields.ts";
import type { AssetIndex } from "../../src/space/folder/asset-index.ts";
import { storedDatasource } from "../../src/space/folder/datasource-file.ts";
import { storyUuid } from "../../src/space/identity.ts";
import type { SpaceContents, StoredContent, StoredStory } from "../../src/space/model.ts";
import { mixedBlock, type Surroundings } from "./mixed-content.ts";
import { syntheticStory } from "./synthetic.ts";
import { SYNTHETIC_ASSETS, syntheticGlobal } from "./synthetic-content.ts";
import { Writer } from "./synthetic-writer.ts";

export interface MixedOptions {
  /** Number of stories, including the global story. */
  stories: number;
  /** All blocks of the site with their component names. */
  blocks: readonly { component: string; schema: BlockSchema }[];
  /** Names of the blocks that list other stories. */
  listing: readonly string[];
  /** Fewest and most sections of a story besides its lists; default: 6 and 12. */
  sections?: readonly [fewest: number, most: number];
  seed?: number;
  token?: string;
  previewToken?: string;
}

/** A planned story: its path and page type. */
interface Planned {
  slug: string;
  german: string;
  type: string;
  isStartpage?: boolean;
  /** Number within its page type. */
  index: number;
}

const POSTS_A_TOPIC = 40;
export const SPACE_ID = 100500;
const DATASOURCES: Readonly<Record<string, readonly string[]>> = {
  "insight-categories": ["mlops", "data-iot", "team", "events", "research", "customers"],
  "all-industries": Array.from({ length: 12 }, (_, index) => `industry-${index}`),
  "all-solutions": Array.from({ length: 10 }, (_, index) => `solution-${index}`),
};

export function mixedSpace(options: MixedOptions): SpaceContents & { assets: AssetIndex } {
  const seed = options.seed ?? 1;
  const planned = plan(options.stories - 1);
  const byType = new Map<string, Planned[]>();
  for (const story of planned) byType.set(story.type, [...(byType.get(story.type) ?? []), story]);
  const schemas = new Map(options.blocks.map(({ schema }) => [schema.name, schema]));
  const stories = planned.map(
    (story, position): StoredStory =>
      syntheticStory({
        slugPath: story.slug,
        name: story.slug.split("/").at(-1) ?? story.slug,
        german: story.german,
        seed,
        hours: position,
        position: story.index,
        component: story.type,
        isStartpage: story.isStartpage ?? false,
        content: () => contentOf(story, { options, schemas, byType, seed }),
      }),
  );
  const global = syntheticStory({ slugPath: "global", name: "Global", seed, content: syntheticGlobal });
  return {
    info: {
      id: SPACE_ID,
      name: "Mixed",
      version: 1767600000 + seed,
      languages: ["de"],
      token: options.token ?? "mixed-public-token",
      previewToken: options.previewToken ?? "mixed-preview-token",
    },
    stories: [global, ...stories],
    datasources: [
      storedDatasource("labels", [{ name: "we_are_hiring", value: "We are hiring", de: "Wir stellen ein" }]),
      ...Object.entries(DATASOURCES).map(([name, values]) =>
        storedDatasource(
          name,
          values.map((value) => ({ name: `${value} name`, value, de: `${value} Name` })),
        ),
      ),
    ],
    assets: SYNTHETIC_ASSETS,
  };
}

/** Slug of a post by its number, for benchmarks to publish. */
export function mixedPostSlug(index: number): string {
  return `insights/topic-${Math.floor(index / POSTS_A_TOPIC)}/post-${String(index).padStart(5, "0")}`;
}

/** All stories: fixed numbers of industries, solutions and jobs; the rest are mostly posts. */
function plan(count: number): Planned[] {
  const few = Math.max(1, Math.min(24, Math.floor(count / 20)));
  const start = (slug: string, german: string, index: number) =>
    ({ slug, german, type: "Page", isStartpage: true, index }) as const;
  const numbered = (type: string, folder: string, german: string, amount: number): Planned[] =>
    Array.from({ length: amount }, (_, index) => {
      const name = `${type.toLowerCase()}-${String(index).padStart(5, "0")}`;
      return { slug: `${folder}/${name}`, german: `${german}/${name}`, type, index };
    });
  const fixed: Planned[] = [
    { slug: "home", german: "home", type: "Page", index: 0 },
    start("insights", "wissen", 1),
    ...numbered("Industries", "industries", "branchen", few),
    ...numbered("Solutions", "solutions", "loesungen", few),
    ...numbered("Careers", "careers", "karriere", few),
  ];
  const rest = Math.max(0, count - fixed.length);
  const customers = Math.floor(rest * 0.1);
  const landings = Math.floor(rest * 0.05);
  const posts = Math.floor(((rest - customers - landings) * POSTS_A_TOPIC) / (POSTS_A_TOPIC + 1));
  const topics = rest - customers - landings - posts;
  return [
    ...fixed,
    ...numbered("SuccessStory", "customers", "kunden", customers),
    ...numbered("Page", "pages", "seiten", landings).map((page) => ({ ...page, index: page.index + 2 })),
    ...Array.from({ length: topics }, (_, index) =>
      start(`insights/topic-${index}`, `wissen/thema-${index}`, index + 2 + landings),
    ),
    ...Array.from({ length: posts }, (_, index): Planned => {
      const german = `wissen/thema-${Math.floor(index / POSTS_A_TOPIC)}/beitrag-${String(index).padStart(5, "0")}`;
      return { slug: mixedPostSlug(index), german, type: "Insights", index };
    }),
  ];
}

interface Making {
  options: MixedOptions;
  schemas: ReadonlyMap<string, BlockSchema>;
  byType: ReadonlyMap<string, readonly Planned[]>;
  seed: number;
}

function contentOf(story: Planned, making: Making): StoredContent {
  const page = making.schemas.get(story.type);
  if (!page) throw new Error(`The site has no page type ${story.type}.`);
  const around = surroundings(story, making);
  const content = mixedBlock(page, around);
  return { ...content, body: bodyOf(story, making, around) };
}

/** The body of a story: a listing if it has one, 6 to 12 sections, and sometimes a block that lists other stories. */
function bodyOf(story: Planned, { options, schemas }: Making, around: Surroundings): StoredContent[] {
  const { writer } = around;
  const [fewest, most] = options.sections ?? [6, 12];
  const isTopic = story.isStartpage === true;
  const plain = options.blocks
    .map(({ schema }) => schema)
    .filter(({ kind, name }) => (kind === "section" || kind === "part") && !options.listing.includes(name));
  const chosen = Array.from(
    { length: fewest + writer.below(most - fewest + 1) },
    () => plain[writer.below(plain.length)],
  );
  const lists = options.listing.filter((name) => name !== "BlogOverview" && writer.below(100) < 3);
  const names = [...(isTopic ? ["BlogOverview"] : []), ...lists];
  const listing = names.map((name) => schemas.get(name));
  return [...listing, ...chosen].flatMap((schema) => (schema ? [mixedBlock(schema, around)] : []));
}

/** Related stories have neighbouring numbers: posts refer to posts of about the same age. */
function surroundings(story: Planned, { options, byType, seed }: Making): Surroundings {
  const writer = new Writer(story.slug, seed);
  const names = new Map(options.blocks.map(({ component, schema }) => [schema.name, component]));
  return {
    writer,
    spaceId: SPACE_ID,
    componentOf: (name) => names.get(name) ?? name,
    storyOf(type) {
      const group = byType.get(type) ?? [];
      const near = type === story.type ? story.index + writer.below(60) - 30 : writer.below(group.length || 1);
      const found = group[Math.abs(near) % Math.max(1, group.length)];
      return found ? storyUuid(found.slug) : "";
    },
    valuesOf: (source) => DATASOURCES[source] ?? [],
    fixed: {
      BlogOverview: { starts_with: `${story.slug}/`, per_page: "12", featured: "" },
      BlogTeaser: { posts: [], count: "4" },
      IndustriesOverview: { industries: [] },
      IndustriesSlider: { industries: [] },
      CareerOverview: { items: [], show_all: true },
    },
  };
}
