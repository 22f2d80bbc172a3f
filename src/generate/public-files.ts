/** The files of a site's `public` folder, which are published as they are. */
import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { shortHash } from "../files/hash.ts";
import { statOf } from "../files/stat-of.ts";
import { sitegenError } from "../problems/errors.ts";
import { pathError } from "../publish/paths.ts";

export interface PublicFile {
  /** Below a domain's output: `downloads/terms.pdf`. */
  path: string;
  /** Absolute path. */
  source: string;
  /** Size and time. */
  stamp: string;
}

type PublicConfig = Pick<Config, "root" | "file" | "public">;

/** Files below it have a hash in their names, and browsers keep them for a year. */
const ASSETS = "_assets";

/** The folder of the configuration's `public`. */
export function publicFolder({ root, public: name }: Pick<Config, "root" | "public">): string {
  return resolve(root, name);
}

/**
 * The files, sorted; hidden ones are left out, except `.well-known`. Throws CONFIG_INVALID for a folder that cannot be
 * published, and PUBLISH_UNSAFE_PATH for a file that cannot be published or that a link leads out of the folder.
 */
export function publicFiles(config: PublicConfig): PublicFile[] {
  const folder = publicFolder(config);
  const info = statOf(folder);
  if (!info) {
    if (config.public === DEFAULT_FOLDER) return [];
    throw invalid(config, `names ${folder}, which does not exist.`);
  }
  if (!info.isDirectory()) throw invalid(config, `names ${folder}, which is no folder.`);
  const real = realpathSync(folder);
  if (`${realpathSync(config.root)}/`.startsWith(`${real}/`))
    throw invalid(config, `names ${folder}, which holds the configuration too: all of it would be published.`);
  return filesIn(real, { real, name: config.public }).sort((a, b) => (a.path < b.path ? -1 : 1));
}

const DEFAULT_FOLDER = "public";

interface Place {
  /** The whole folder's real path. */
  real: string;
  /** As the configuration names it. */
  name: string;
}

function filesIn(folder: string, place: Place, path = "", parents: readonly string[] = []): PublicFile[] {
  const here = realpathSync(folder);
  if (parents.includes(here)) throw refused(path, place, "it is a link to a folder around it");
  return readdirSync(folder).flatMap((name) => {
    const below = path === "" ? name : `${path}/${name}`;
    if (name.startsWith(".") && below !== ".well-known") return [];
    const source = join(folder, name);
    const info = insideInfo(source, below, place);
    if (info.isDirectory()) return filesIn(source, place, below, [...parents, here]);
    const error = fileError(below, info.isFile());
    if (error !== "") throw refused(below, place, error);
    return [{ path: below, source, stamp: `${info.size}-${info.mtimeMs}` }];
  });
}

/** Follows links, but only inside the folder. */
function insideInfo(source: string, path: string, place: Place) {
  if (!lstatSync(source).isSymbolicLink()) return statSync(source);
  const info = statOf(source);
  if (!info) throw refused(path, place, "it is a link to nothing");
  if (!realpathSync(source).startsWith(`${place.real}/`))
    throw refused(path, place, "it is a link that leads out of the folder");
  return info;
}

/** Why a file cannot be published; "" if it can. */
function fileError(path: string, isFile: boolean): string {
  if (!isFile) return "it is neither a file nor a folder";
  // Node puts this character for bytes of a name that are not UTF-8.
  if (path.includes("\uFFFD")) return "its name is not UTF-8";
  if (path.startsWith(`${ASSETS}/`))
    return `below ${ASSETS}/ are files with a hash in their names; import the file in code instead`;
  return pathError(path);
}

function refused(path: string, { name }: Place, why: string): Error {
  return sitegenError("PUBLISH_UNSAFE_PATH", {
    message: `${JSON.stringify(path)} cannot be published: ${why}.`,
    where: `${name}/${path}`,
    hint: "Rename the file, or move it to another folder.",
  });
}

function invalid({ file }: PublicConfig, what: string): Error {
  return sitegenError("CONFIG_INVALID", { message: `The key "public" ${what}`, where: file });
}

/** The error for a file that something else makes too; `place` is its path below the output folder. */
export function takenPath(
  { path, place, by }: { path: string; place: string; by: string },
  config: Pick<Config, "root" | "public">,
): Error {
  const name = publicName(path, config);
  return sitegenError("PUBLISH_DUPLICATE", {
    message: `${name} and ${by} both make the file ${place}.`,
    where: name,
    hint: "Rename the file, or remove it.",
  });
}

/** Changes with every file of the folder; "" for a site without any. */
export function publicStamp(config: PublicConfig): string {
  const files = publicFiles(config);
  return files.length === 0 ? "" : shortHash(files.map(({ path, stamp }) => `${path} ${stamp}`).join("\n"));
}

/** A file of the folder, as errors name it. */
export function publicName(path: string, config: Pick<Config, "root" | "public">): string {
  return `${relative(config.root, publicFolder(config))}/${path}`;
}
