/** Texts and blocks of a generated space: the same for the same seed and number on every machine. */

import type { AssetFile, AssetIndex } from "../../src/space/folder/asset-index.ts";
import { idFrom, sha1, storyUuid } from "../../src/space/identity.ts";
import { assetUrl, type StoredContent } from "../../src/space/model.ts";
import { bilingualRichText, multilink, Writer } from "./synthetic-writer.ts";

const DRAWINGS = 8;

/** Small drawings in memory, so that a generated space has pictures to fetch. */
export const SYNTHETIC_ASSETS: AssetIndex = new Map(Array.from({ length: DRAWINGS }, (_, index) => drawingFile(index)));

/** A drawing in the content service, with its path; those from `DRAWINGS` on are in no story. */
export function drawingFile(index: number): [path: string, file: AssetFile] {
  const path = `drawings/drawing-${index}.svg`;
  const shape = `<circle cx="800" cy="500" r="${100 + index * 40}" fill="#3056d3"/>`;
  const data = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1000">${shape}</svg>`);
  return [path, { path, file: "", data, hash: sha1(data).slice(0, 10), size: "1600x1000" }];
}

interface Post {
  index: number;
  /** Uuids of all posts, for links. */
  posts: readonly string[];
  seed: number;
  spaceId: number;
}

export function syntheticContent(post: Post): StoredContent {
  const writer = new Writer(`post ${post.index}`, post.seed);
  const asset = syntheticDrawing(post);
  const others = Array.from({ length: 3 }, () => post.posts[writer.below(post.posts.length)] ?? "");
  return writer.block("Insights", {
    ...writer.both("meta_title", 4),
    ...writer.both("meta_description", 14),
    ...writer.both("teaser_title", 5),
    ...writer.both("teaser_text", 16),
    teaser_image: asset,
    category: writer.below(2) === 0 ? "mlops" : "data-iot",
    industries: ["automotive"],
    solutions: ["visual-inspection"],
    author: "Mira Okafor",
    body: [
      writer.block("HeroTextImage", {
        ...writer.both("headline", 5),
        ...bilingualRichText(writer, others, 1),
        image: asset,
        image_side: "right",
      }),
      writer.block("RichtextVideo", { ...writer.both("headline", 4), ...bilingualRichText(writer, others, 6) }),
      writer.block("Facts", {
        ...writer.both("headline", 3),
        items: Array.from({ length: 3 }, () =>
          writer.block("FactItem", { number: String(writer.below(1000)), suffix: "%", ...writer.both("label", 3) }),
        ),
      }),
      writer.block("BlogTeaser", { ...writer.both("headline", 3), posts: others, count: "3" }),
      writer.block("ContactTeaser", { ...writer.both("headline", 4), link: [linkBlock(writer, others[0] ?? "")] }),
    ],
  });
}

function linkBlock(writer: Writer, uuid: string): StoredContent {
  return writer.block("Link", { ...writer.both("title", 2), link: multilink(uuid), style: "button" });
}

/** An asset field with one of the drawings. */
export function syntheticDrawing({ index, spaceId }: Pick<Post, "index" | "spaceId">) {
  return drawingField(index % DRAWINGS, spaceId);
}

/** A field that holds a drawing. */
export function drawingField(index: number, spaceId: number) {
  const [path, facts] = drawingFile(index);
  const texts = { alt: "A drawing", title: "", source: "", copyright: "" };
  const filename = assetUrl(facts, spaceId);
  return {
    id: idFrom(`asset:${path}`),
    ...texts,
    name: "",
    focus: "",
    filename,
    fieldtype: "asset",
    meta_data: {},
    is_external_url: false,
  };
}

export function syntheticGlobal(): StoredContent {
  const writer = new Writer("global", 0);
  const title = { title: "Insights", title__i18n__de: "Wissen" };
  const link = multilink(storyUuid("insights"));
  return writer.block("Global", {
    main_nav: [writer.block("NavItem", { ...title, link })],
    main_mobile_nav: [],
    footer_nav: [],
    legal_nav: [],
    open_jobs: "0",
  });
}

export function syntheticHome(posts: readonly string[]): StoredContent {
  const writer = new Writer("home", 0);
  const newest = posts.slice(-3).reverse();
  return writer.block("Page", {
    ...writer.both("meta_title", 4),
    body: [
      writer.block("HeroText", {
        ...writer.both("headline", 5),
        ...bilingualRichText(writer, newest.length > 0 ? newest : [""], 1),
      }),
      writer.block("BlogTeaser", { ...writer.both("headline", 3), posts: newest, count: "3" }),
    ],
  });
}

export function syntheticIndex(): StoredContent {
  const writer = new Writer("insights", 0);
  return writer.block("Page", {
    ...writer.both("meta_title", 2),
    body: [writer.block("BlogOverview", { ...writer.both("headline", 2), starts_with: "insights/", per_page: "12" })],
  });
}
