import { readdir } from "node:fs/promises";
import { join } from "node:path";
import fse from "fs-extra";
import { decodeUriPart } from "../content/rules/decode.ts";
import { type FolderRules, folderLanguage } from "../content/rules/languages.ts";
import { translatedSuffix } from "../content/rules/translated-key.ts";
import { sitegenError } from "../problems/errors.ts";
import { createProblem, type Problem } from "../problems/problem.ts";
import { pathError } from "../publish/paths.ts";
import type { DatasourceEntry, RawStory, Space } from "../site/api/model.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { ownTokens } from "../space/own-tokens.ts";
import { mergeLanguages } from "./merge-languages.ts";

/** Languages of the space, and how it is translated. */
export type ExportedSite = FolderRules & Pick<ResolvedSite, "global" | "datasources">;

export interface ExportOptions {
  space: Space;
  site: ExportedSite;
  dir: string;
  spaceId: string;
  /** The files of assets by their URLs in the content; other URLs are kept. */
  assets: ReadonlyMap<string, { path: string; hash: string }>;
  /** Origin of `/f/…` URLs, for assets that are not copied. */
  origin: string;
}

export interface ExportResult {
  stories: number;
  assets: number;
  /** One for each story and file that the folder cannot hold. */
  problems: Problem[];
}

/** Where an export is written before it takes the place of the last one; a space folder's hidden files are not read. */
const UNFINISHED = ".export";

/** Writes a pulled space as a folder for `sitegen space --dir`. An earlier export there stays until this one is whole. */
export async function exportSpace(options: ExportOptions): Promise<ExportResult> {
  const { dir } = options;
  await guardFolder(dir);
  const before: unknown = await fse.readJson(join(dir, "space.json")).catch(() => null);
  const tokens = ownTokens((before ?? {}) as Record<string, unknown>); // any JSON: both are checked
  const unfinished = join(dir, UNFINISHED);
  await fse.remove(unfinished);
  try {
    const result = await writeSpace({ ...options, dir: unfinished }, tokens);
    for (const name of ["stories", "datasources", "assets", "space.json"]) {
      await fse.remove(join(dir, name));
      if (await fse.pathExists(join(unfinished, name))) await fse.move(join(unfinished, name), join(dir, name));
    }
    return result;
  } finally {
    await fse.remove(unfinished);
  }
}

async function writeSpace(options: ExportOptions, tokens: ReturnType<typeof ownTokens>): Promise<ExportResult> {
  const { space, dir } = options;
  const { addresses, problems: ofAssets } = await exportAssets(options);
  const { stories, problems: ofStories } = await exportStories(options, addresses);
  await exportDatasources(options);
  const id = Number(options.spaceId) || 1;
  const info = {
    name: "Exported space",
    id,
    version: space.cv,
    languages: translationsOf(options.site),
    ...tokens,
  };
  await writeJson(join(dir, "space.json"), info);
  return { stories, assets: addresses.size, problems: [...ofAssets, ...ofStories] };
}

/** Throws unless the folder is new, empty or an earlier export. */
async function guardFolder(dir: string): Promise<void> {
  const names: string[] = await readdir(dir).catch(() => []);
  if (names.includes("space.json") || names.every((name) => name === UNFINISHED)) return;
  throw sitegenError("EXPORT_FAILED", {
    message: "The folder holds other files.",
    where: dir,
    hint: "Choose an empty folder, or one created by an export.",
  });
}

/** By URL in the content: the URL in the folder, `asset:<path below assets/>`. */
async function exportAssets({ dir, assets }: ExportOptions) {
  const addresses = new Map<string, string>();
  const problems: Problem[] = [];
  for (const [filename, asset] of assets) {
    const path = `${asset.hash}/${fileNameOf(filename)}`;
    const error = pathFault(path);
    if (error === "") {
      await fse.copy(asset.path, join(dir, "assets", path));
      addresses.set(filename, `asset:${path}`);
    } else problems.push(leftOut({ what: `The file ${filename}`, reason: error }));
  }
  return { addresses, problems };
}

async function exportStories(
  { space, site, dir, origin }: ExportOptions,
  addresses: ReadonlyMap<string, string>,
): Promise<Pick<ExportResult, "stories" | "problems">> {
  const taken = new Set<string>();
  const problems: Problem[] = [];
  const translations = translationsBySlug(space, site);
  const codes = translationsOf(site);
  for (const story of withGlobal(space, site)) {
    const path = `${filePath(story)}.json`;
    const reason = pathFault(path) || (taken.has(path) ? "another story has its file" : "");
    if (reason !== "") {
      problems.push(leftOut({ what: "The story", story: story.full_slug, reason }));
      continue;
    }
    taken.add(path);
    const isGlobal = story.uuid === space.global[site.languages[0].code]?.uuid;
    const others = codes.flatMap((code) => {
      const other = isGlobal ? space.global[code] : space.story(code, story.uuid);
      return other ? [[code, other.content] as const] : [];
    });
    const content = mergeLanguages(story.content, Object.fromEntries(others));
    const file = { ...frame(story, translations, site), content: readdress(content, addresses, origin) };
    await writeJson(join(dir, "stories", path), file);
  }
  return { stories: taken.size, problems };
}

function leftOut({ what, story = "", reason }: { what: string; story?: string; reason: string }): Problem {
  const message = `${what} is not in the export, since ${reason}.`;
  const hint = story === "" ? "Stories keep its URL; upload it under another name." : "Give it another slug.";
  return createProblem("warning", "EXPORT_LEFT_OUT", { message, story, hint });
}

/** Languages whose values are stored beside the default ones. */
function translationsOf({ languages, translation }: ExportedSite): string[] {
  return translation === "folders" ? [] : languages.slice(1).map(({ code }) => code);
}

function* withGlobal(space: Space, { languages }: ExportedSite): Iterable<RawStory> {
  // Each story once, as in the first language that has it.
  const all = languages.flatMap(({ code }) => space.global[code] ?? []).reverse();
  yield* new Map(all.map((story) => [story.uuid, story])).values();
  yield* space.stories(languages[0].code);
}

/** By slug of a story in a language's folder: slug of its translation in an earlier language. */
function translationsBySlug(space: Space, site: ExportedSite): Map<string, string> {
  const translations = new Map<string, string>();
  const rank = (slug: string) => site.languages.findIndex(({ code }) => code === folderLanguage(slug, site)?.code);
  for (const story of space.stories(site.languages[0].code)) {
    for (const { full_slug } of story.alternates) {
      if (rank(full_slug) > Math.max(0, rank(story.full_slug)) && !translations.has(full_slug))
        translations.set(full_slug, story.full_slug);
    }
  }
  return translations;
}

function frame(
  story: RawStory,
  translations: ReadonlyMap<string, string>,
  site: ExportedSite,
): Record<string, unknown> {
  const translated = story.translated_slugs.filter(({ lang }) => translationsOf(site).includes(lang));
  const keys = translated.flatMap(({ lang, name, path }) => {
    const suffix = translatedSuffix(lang);
    return [
      ...(name ? [[`name${suffix}`, name]] : []),
      ...(path !== story.full_slug ? [[`slug${suffix}`, path.replace(/\/$/, "")]] : []),
    ];
  });
  const hidden = translated.filter(({ published }) => published === false).map(({ lang }) => lang);
  const codes = site.languages.map(({ code }) => code);
  const translation = translations.get(story.full_slug);
  return {
    name: story.name,
    ...Object.fromEntries(keys),
    ...(hidden.length > 0 && { languages: codes.filter((code) => !hidden.includes(code)) }),
    id: story.id,
    uuid: story.uuid,
    position: story.position,
    first_published_at: story.first_published_at,
    published_at: story.published_at,
    ...(story.tag_list.length > 0 && { tags: story.tag_list }),
    ...(translation && { alternate_of: translation.replace(/\/$/, "") }),
  };
}

/** `insights/` is its folder's start page. */
function filePath(story: RawStory): string {
  const slug = story.full_slug.replace(/\/$/, "");
  return story.is_startpage ? `${slug}/index` : slug;
}

/** Replaces URLs of copied assets, and makes all others absolute. */
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

async function exportDatasources({ space: { datasources }, site, dir }: ExportOptions): Promise<void> {
  const [first, ...others] = site.languages;
  for (const name of site.datasources) {
    const entries = datasources[first.code]?.[name] ?? [];
    const values = others.map(({ code, dimension }) => {
      const own = (datasources[code]?.[name] ?? []).map((entry) => [keyOf(entry), entry.dimension_value] as const);
      return { dimension: dimension || code, values: new Map(own) };
    });
    const rows = entries.map((entry) => {
      const translated = values.map(({ dimension, values: own }) => [dimension, own.get(keyOf(entry))] as const);
      const given = translated.filter(([, value]) => value !== null && value !== undefined);
      return { name: entry.name, value: entry.value, ...Object.fromEntries(given) };
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

/** Why a space folder cannot hold a file with this path; "" if it can. Paths come from content and may be anything. */
function pathFault(path: string): string {
  // They are not read, and "." and ".." lead elsewhere.
  return /(?:^|\/)\./.test(path) ? "a space folder has no hidden files" : pathError(path);
}

/** Name of the file at a URL: decoded first, since an encoded slash separates folders like any other. */
function fileNameOf(url: string): string {
  const { pathname } = new URL(url, "http://asset.invalid");
  return decodeUriPart(pathname).split("/").at(-1) ?? "";
}
