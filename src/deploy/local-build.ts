import { createHash, hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { contentHashOf } from "../files/hash.ts";
import { errno } from "../problems/cause.ts";
import { sitegenError } from "../problems/errors.ts";
import type { BuildRoot, ListedFile } from "../publish/file-list.ts";
import { buildsIn, latestBuildId, readRoot, readRoots } from "../publish/kept-builds.ts";
import { type PublishedRule, readRedirectRules } from "../publish/redirect-rules.ts";

/** The content of the output folder, according to its own lists. */
export interface LocalBuild {
  out: string;
  root: BuildRoot;
  /** Earlier builds whose files are in it. */
  kept: BuildRoot[];
  /** Null if the build has no manifest. */
  rules: PublishedRule[] | null;
  redirects: RedirectTable;
}

/** Redirects by path without the base path: `/old/`. */
export type RedirectTable = ReadonlyMap<string, Redirect>;

export interface Redirect {
  to: string;
  status: number;
  /** True if the redirect depends on the query. */
  isConditional: boolean;
}

export async function readLocalBuild(out: string): Promise<LocalBuild> {
  const id = await latestBuildId(out);
  const root = id === "" ? null : await readRoot(out, id);
  if (!root) {
    throw sitegenError("DEPLOY_NO_BUILD", {
      message: id === "" ? `${out} holds no build.` : `The file list of build ${id} in ${out} is missing or damaged.`,
      where: out,
    });
  }
  assertOneDomain(out, root.folders);
  const others = (await buildsIn(out)).filter((other) => other !== id);
  const kept = await readRoots(out, others.sort());
  const rules = await readRedirectRules(out, id);
  return { out, root, kept, rules, redirects: byPath(rules ?? []) };
}

/** Throws DEPLOY_DOMAINS for an output with a folder for each domain. */
export function assertOneDomain(out: string, folders: readonly string[]): void {
  const [first = ""] = folders;
  if (first === "") return;
  throw sitegenError("DEPLOY_DOMAINS", {
    message: `${out} holds a site for each of several domains, in the folders ${folders.join(", ")}.`,
    where: out,
    hint: `Deploy each to its own host: \`sitegen deploy TARGET --out ${join(out, first)}\`, after \`sitegen listen\` by its --then.`,
  });
}

function byPath(rules: readonly PublishedRule[]): RedirectTable {
  const table = new Map<string, Redirect>();
  for (const { from, to, status } of rules) {
    const [path = "", query] = from.split("?");
    const isConditional = query !== undefined || table.get(path)?.isConditional === true;
    table.set(path, { to, status, isConditional });
  }
  return table;
}

/** Files of at least this size are streamed instead of read into memory. */
const STREAMED = 8 * 1024 * 1024;

export interface ListedContent {
  /** Null if the file is too large for memory. */
  bytes: Uint8Array | null;
  /** Base64. */
  md5: string;
  /** Hex. */
  sha256: string;
  size: number;
}

/** A file's content, checked against the list, since another process may write to the output folder meanwhile. */
export async function readListed(out: string, listed: ListedFile): Promise<ListedContent> {
  const file = join(out, listed.path);
  const content = await (listed.size > STREAMED ? digestLarge(file) : readFile(file).then(digests)).catch((error) => {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(errno(error)))
      throw changed(out, listed, "is missing, although the build published it");
    throw error;
  });
  if (listed.hash !== "" && contentHashOf(content.sha256) !== listed.hash) {
    throw changed(out, listed, "is not the file that the build published");
  }
  return content;
}

/** A content in memory, with what targets verify it by. */
export function digests(bytes: Uint8Array): ListedContent {
  return { bytes, md5: hash("md5", bytes, "base64"), sha256: hash("sha256", bytes, "hex"), size: bytes.length };
}

async function digestLarge(file: string): Promise<ListedContent> {
  const md5 = createHash("md5");
  const sha = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    md5.update(chunk);
    sha.update(chunk);
    size += chunk.length;
  }
  return { bytes: null, md5: md5.digest("base64"), sha256: sha.digest("hex"), size };
}

function changed(out: string, { path }: ListedFile, how: string): Error {
  return sitegenError("DEPLOY_OUT_CHANGED", {
    message: `${path} in ${out} ${how}.`,
    where: join(out, path),
  });
}
