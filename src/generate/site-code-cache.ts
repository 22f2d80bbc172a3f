import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BlockCode } from "../bundle/block-code.ts";
import type { SiteCode } from "../bundle/bundle-site.ts";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../files/checksum-file.ts";
import { fileHashes, fileStamp } from "../files/file-hashes.ts";
import { contentHash } from "../files/hash.ts";
import { writeFileAtomicSync } from "../files/write-file-atomic.ts";
import type { BlockFiles } from "../site/blocks/block-files.ts";

/** A site's code for Node, with the files it was bundled from. */
export interface BundledSite extends SiteCode {
  /** The definition's file. */
  file: string;
  blocks: BlockFiles[];
  blockCode: BlockCode;
  /** Folders of blocks; all of their stylesheets are bundled. */
  folders: string[];
  /** Absolute paths of the icons; empty for a site without them. */
  icons: { favicon?: string; touchIcon?: string };
  sources: string[];
  /** Names of the site's spaces, the main one first. */
  spaces: string[];
  /** What the code was bundled with besides its inputs. */
  bundledWith: { key: string; base: string };
}

interface Stored extends Omit<BundledSite, "code" | "map"> {
  /** Hash of every input. */
  hashes: string[];
  /** Hash of the whole code; it names the file of the code, which has this machine's folders. */
  content: string;
}

const INDEX = "site.json";

/** The last run's bundle; null if an input has changed, or the cache is damaged. */
export function readBundledSite(folder: string, file: string, onDamaged?: OnDamaged): BundledSite | null {
  const text = readWithChecksum(join(folder, INDEX), onDamaged);
  if (text === null) return null; // missing or damaged: the site is bundled again
  const { hashes, content, ...stored } = JSON.parse(text) as Stored; // its checksum is right, so it is what was written
  if (!content || !hashes) return null; // of an earlier version
  const files = fileHashes(folder);
  if (stored.file !== file || stored.inputs.some((path, index) => files.of(path) !== hashes[index])) return null;
  const path = codeFile(folder, content);
  // "" if it is missing or a folder: its hash is then wrong.
  const code = fileStamp(path) === "" ? "" : readFileSync(path, "utf8");
  // The source map is only read when a page fails, from the file beside the code.
  if (contentHash(code) === content) return { ...stored, code, map: "" };
  if (existsSync(path)) onDamaged?.(path);
  return null;
}

export function codeFile(folder: string, hash: string): string {
  return join(folder, `site-${hash}.mjs`);
}

/** Writes a bundle for the next run, files atomically; a parallel run sees the old ones or the new ones. `begun`: when bundling began. */
export function writeBundledSite(folder: string, { code, map, ...site }: BundledSite, begun = Date.now()): void {
  const content = contentHash(code);
  const files = fileHashes(folder);
  mkdirSync(folder, { recursive: true });
  writeFileAtomicSync(`${codeFile(folder, content)}.map`, map);
  writeFileAtomicSync(codeFile(folder, content), code);
  writeWithChecksum(
    join(folder, INDEX),
    JSON.stringify({ ...site, hashes: site.inputs.map((path) => files.ofRead(path, begun)), content } satisfies Stored),
  );
  files.save();
  removeOld(folder, content);
}

const HOUR = 3_600_000;

/** Removes code of earlier runs, except what a running process may still load in a thread. */
function removeOld(folder: string, content: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!/^site-\w+\.mjs(?:\.map)?$/.test(name) || path.startsWith(codeFile(folder, content))) continue;
    // The entry itself: a link may lead nowhere, and another process may have removed it.
    const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - changed > HOUR) rmSync(path, { recursive: true, force: true });
  }
}
