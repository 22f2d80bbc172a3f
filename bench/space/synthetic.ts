/** Spaces of any size for benchmarks and tests of scale: content is created on demand and never kept. */
import type { AssetIndex } from "../../src/space/folder/asset-index.ts";
import { storedDatasource } from "../../src/space/folder/datasource-file.ts";
import { idFrom, sha1, storyUuid, uuidFrom } from "../../src/space/identity.ts";
import type { SpaceContents, StoredContent, StoredDatasource, StoredStory } from "../../src/space/model.ts";
import {
  SYNTHETIC_ASSETS,
  syntheticContent,
  syntheticGlobal,
  syntheticHome,
  syntheticIndex,
} from "./synthetic-content.ts";

export interface SyntheticOptions {
  /** Number of stories, including the global story. */
  stories: number;
  /** Another seed gives other texts. */
  seed?: number;
  id?: number;
  token?: string;
  previewToken?: string;
}

const FIRST_DAY = Date.UTC(2024, 0, 1, 9);
const HOUR = 3_600_000;
const FIXED = 3;

export function syntheticSpace(options: SyntheticOptions): SpaceContents & { assets: AssetIndex } {
  const seed = options.seed ?? 1;
  const id = options.id ?? 100300;
  const posts = Array.from({ length: Math.max(0, options.stories - FIXED) }, (_, index) =>
    storyUuid(syntheticSlug(index)),
  );
  const stories = [
    syntheticStory({ slugPath: "global", name: "Global", seed, content: syntheticGlobal }),
    syntheticStory({ slugPath: "home", name: "Home", german: "home", seed, content: () => syntheticHome(posts) }),
    {
      ...syntheticStory({ slugPath: "insights", name: "Insights", german: "wissen", seed, content: syntheticIndex }),
      isStartpage: true,
    },
    ...posts.map((_, index) => syntheticPost({ index, posts, seed, spaceId: id })),
  ];
  return {
    info: {
      id,
      name: "Synthetic",
      version: 1767600000 + seed,
      languages: ["de"],
      token: options.token ?? "synthetic-public-token",
      previewToken: options.previewToken ?? "synthetic-preview-token",
    },
    stories: stories.slice(0, Math.max(1, options.stories)),
    datasources: syntheticDatasources(),
    assets: SYNTHETIC_ASSETS,
  };
}

export function syntheticSlug(index: number): string {
  return `insights/post-${String(index).padStart(5, "0")}`;
}

function syntheticPost(post: { index: number; posts: readonly string[]; seed: number; spaceId: number }): StoredStory {
  const number = String(post.index).padStart(5, "0");
  return syntheticStory({
    slugPath: syntheticSlug(post.index),
    name: `Post ${number}`,
    german: `wissen/beitrag-${number}`,
    seed: post.seed,
    hours: post.index,
    component: "Insights",
    content: () => syntheticContent(post),
  });
}

/** One story of a generated space, published in both languages; `german` is its German path. */
export function syntheticStory(story: {
  slugPath: string;
  name: string;
  german?: string;
  seed: number;
  hours?: number;
  component?: string;
  isStartpage?: boolean;
  position?: number;
  content: () => StoredContent;
}): StoredStory {
  const uuid = storyUuid(story.slugPath);
  const date = new Date(FIRST_DAY + (story.hours ?? 0) * HOUR).toISOString();
  const german = story.german ? { path: story.german, name: `${story.name} (de)`, published: true } : null;
  return {
    id: idFrom(`story:${uuid}`),
    uuid,
    name: story.name,
    slugPath: story.slugPath,
    isStartpage: story.isStartpage ?? false,
    position: story.position ?? 0,
    groupId: uuidFrom(`group:${uuid}`),
    realPath: null,
    tags: [],
    component: story.component ?? (story.slugPath === "global" ? "Global" : "Page"),
    live: true,
    liveInDefault: true,
    translations: { de: german ?? { path: null, name: null, published: null } },
    createdAt: date,
    firstPublishedAt: date,
    publishedAt: date,
    updatedAt: date,
    content: story.content,
    draft: story.content,
    hash: sha1(`${story.seed} ${story.slugPath}`),
    draftHash: "",
  };
}

function syntheticDatasources(): StoredDatasource[] {
  const entries = (pairs: readonly (readonly [name: string, value: string, de: string])[]) =>
    pairs.map(([name, value, de]) => ({ name, value, de }));
  return [
    storedDatasource(
      "labels",
      entries([
        ["we_are_hiring", "We are hiring", "Wir stellen ein"],
        ["contact", "Contact", "Kontakt"],
      ]),
    ),
    storedDatasource(
      "insight-categories",
      entries([
        ["MLOps", "mlops", "MLOps"],
        ["Data and IoT", "data-iot", "Daten und IoT"],
      ]),
    ),
    storedDatasource("all-industries", entries([["Automotive", "automotive", "Automobil"]])),
    storedDatasource("all-solutions", entries([["Visual inspection", "visual-inspection", "Sichtprüfung"]])),
  ];
}
