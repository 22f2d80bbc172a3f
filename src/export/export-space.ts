import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import fse from "fs-extra";
import type { DatasourceEntry, Datasources, RawStory, Space } from "../content/model.ts";
import { sitegenError } from "../errors.ts";
import { mergeLanguages } from "./merge-languages.ts";

/** A mirrored asset: where its bytes lie, by its address in the content. */
export type AssetSource = (filename: string) => { source: string; hash: string } | undefined;

export interface ExportOptions {
  space: Space;
  dir: string;
  spaceId: string;
  /** Addresses of all assets and where their bytes lie; empty to keep the addresses. */
  assets: { filenames: readonly string[]; find: AssetSource };
  /** Origin that `/f/…` addresses belong to, for assets that stay where they are. */
  origin: string;
}

/** Writes a pulled space as a folder that `sitegen space --dir` serves; answers the number of stories. */
export async function exportSpace(options: ExportOptions): Promise<{ stories: number; assets: number }> {
  const { space, dir } = options;
  await guardFolder(dir);
  await Promise.all(["stories", "datasources", "assets"].map((name) => fse.remove(join(dir, name))));
  const addresses = await exportAssets(options);
  const stories = await exportStories(options, addresses);
  await exportDatasources(space.datasources, dir);
  const id = Number(options.spaceId) || 1;
  const info = {
    name: "Exported space",
    id,
    version: space.cv,
    languages: ["de"],
    token: "exported-public-token",
    previewToken: "exported-preview-token",
  };
  await writeJson(join(dir, "space.json"), info);
  return { stories, assets: addresses.size };
}

/** Only a new folder, an empty one or an earlier export is written to. */
async function guardFolder(dir: string): Promise<void> {
  const names: string[] = await readdir(dir).catch(() => []);
  if (names.length === 0 || names.includes("space.json")) return;
  throw sitegenError("EXPORT_FAILED", {
    message: "The folder holds other files.",
    where: dir,
    hint: "Choose an empty folder, or one that an export made.",
  });
}

/** Content address -> address in the folder's own form, `asset:<path below assets/>`. */
async function exportAssets({ dir, assets }: ExportOptions): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for (const filename of assets.filenames) {
    const found = assets.find(filename);
    if (!found) continue;
    const path = `${found.hash}/${basename(new URL(filename, "http://asset.invalid").pathname)}`;
    await fse.copy(found.source, join(dir, "assets", decodeURIComponent(path)));
    addresses.set(filename, `asset:${decodeURIComponent(path)}`);
  }
  return addresses;
}

async function exportStories(
  { space, dir, origin }: ExportOptions,
  addresses: ReadonlyMap<string, string>,
): Promise<number> {
  let count = 0;
  const twins = twinsBySlug(space);
  for (const story of withGlobal(space)) {
    const german = story.full_slug === "global" ? space.global.de : space.story("de", story.uuid);
    const content = german ? mergeLanguages(story.content, german.content) : story.content;
    const file = { ...frame(story, twins), content: readdress(content, addresses, origin) };
    await writeJson(join(dir, "stories", `${filePath(story)}.json`), file);
    count += 1;
  }
  return count;
}

function* withGlobal(space: Space): Iterable<RawStory> {
  if (space.global.en) yield space.global.en;
  yield* space.stories("en");
}

/** Slug of a German story -> slug of the story it is a folder-level translation of. */
function twinsBySlug(space: Space): Map<string, string> {
  const twins = new Map<string, string>();
  for (const story of space.stories("en")) {
    if (story.full_slug.startsWith("de/")) continue;
    for (const { full_slug } of story.alternates)
      if (full_slug.startsWith("de/")) twins.set(full_slug, story.full_slug);
  }
  return twins;
}

function frame(story: RawStory, twins: ReadonlyMap<string, string>): Record<string, unknown> {
  const german = story.translated_slugs.find((slug) => slug.lang === "de");
  const twin = twins.get(story.full_slug);
  return {
    name: story.name,
    ...(german?.name && { name__i18n__de: german.name }),
    ...(german && german.path !== story.full_slug && { slug__i18n__de: german.path.replace(/\/$/, "") }),
    ...(german?.published === false && { languages: ["en"] }),
    id: story.id,
    uuid: story.uuid,
    position: story.position,
    first_published_at: story.first_published_at,
    published_at: story.published_at,
    ...(story.tag_list.length > 0 && { tags: story.tag_list }),
    ...(twin && { alternate_of: twin.replace(/\/$/, "") }),
  };
}

/** `insights/` is the start page of its folder. */
function filePath(story: RawStory): string {
  const slug = story.full_slug.replace(/\/$/, "");
  return story.is_startpage ? `${slug}/index` : slug;
}

/** Addresses of copied assets become the folder's own; those of the rest become absolute. */
function readdress(value: unknown, addresses: ReadonlyMap<string, string>, origin: string): unknown {
  if (Array.isArray(value)) return value.map((item) => readdress(item, addresses, origin));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readdress(item, addresses, origin)]));
  }
  if (typeof value !== "string") return value;
  const own = addresses.get(value);
  if (own) return own;
  return value.startsWith("/f/") ? origin + value : value;
}

async function exportDatasources(datasources: Space["datasources"], dir: string): Promise<void> {
  for (const name of Object.keys(datasources.en) as (keyof Datasources)[]) {
    const german = new Map(datasources.de[name].map((entry) => [keyOf(entry), entry.dimension_value]));
    const rows = datasources.en[name].map((entry) => {
      const translated = german.get(keyOf(entry));
      return { name: entry.name, value: entry.value, ...(translated != null && { de: translated }) };
    });
    await writeJson(join(dir, "datasources", `${name}.json`), rows);
  }
}

function keyOf(entry: DatasourceEntry): string {
  return `${entry.name}\n${entry.value}`;
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await fse.outputFile(path, `${JSON.stringify(value, null, 2)}\n`);
}
