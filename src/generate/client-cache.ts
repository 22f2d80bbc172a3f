import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { ClientBundle } from "../bundle/bundle-client.ts";
import type { OutputFile } from "../bundle/name-by-content.ts";
import type { FoundIn } from "../bundle/postcss.ts";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../files/checksum-file.ts";
import { fileHashes, fileStamp } from "../files/file-hashes.ts";
import { contentHash, shortHash, valueHash } from "../files/hash.ts";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import { readOrNull } from "../files/read-or-null.ts";
import { writeFileAtomicSync } from "../files/write-file-atomic.ts";
import { codeVersion } from "../incremental/build-inputs-hash.ts";
import type { SiteConfig } from "./load-site.ts";
import type { OpenedSite } from "./open-site.ts";
import { bundlerKey, openBundler } from "./site-bundler.ts";

/** A client bundle whose files are read on demand, without what only making it needs. */
export type CachedBundle = Omit<ClientBundle, "metafile" | "files" | "inputs" | "folders"> & {
  /** In the order of `files()`. */
  paths: readonly string[];
  /** The files; those of an earlier build are read on demand, because most builds write none of them. */
  files(): Promise<readonly OutputFile[]>;
  /** True if no source has changed since the last build. */
  kept: boolean;
};

interface Stored extends Omit<CachedBundle, "files" | "paths" | "chunks" | "kept"> {
  key: string;
  files: [path: string, length: number][];
  /** Name of the file with their content, which contains its hash. */
  bytes: string;
  chunks: [name: string, files: string[]][];
  /** The source files relative to the package, so that they are the same on another machine, with the hash of each. */
  inputs: [path: string, hash: string][];
  /** Folders with further inputs, and what was in them. */
  folders: FoundIn[];
  listing: string;
}

export interface ClientOptions {
  config: SiteConfig;
  site: OpenedSite;
  stateDir: string;
  onDamaged?: OnDamaged | undefined;
}

/** The last build's client bundle if no source changed, otherwise a new one. The cache can be deleted safely. */
export async function cachedClient(options: ClientOptions): Promise<CachedBundle> {
  const { config, site, stateDir, onDamaged } = options;
  const folder = join(stateDir, "cache");
  const hashes = fileHashes(folder);
  const folders = site.folders.map((folder) => hashes.below(folder, ["."]));
  const key = shortHash([config.site.base, bundlerKey(config), site.hash, codeVersion(), ...folders].join("\n"));
  const stored = read(folder, key, onDamaged);
  // Otherwise files in folders were added or removed.
  const known = stored && (await listingOf(stored.folders)) === stored.listing ? stored : null;
  hashes.save();
  if (!known) return bundled(options, { folder, key });
  const { bytes: _bytes, inputs: _inputs, folders: _folders, listing: _listing, files, chunks, ...bundle } = known;
  return {
    ...bundle,
    chunks: new Map(chunks),
    paths: files.map(([path]) => path),
    files: async () => readFiles(folder, known, onDamaged) ?? (await bundled(options, { folder, key })).files(),
    kept: true,
  };
}

/** Bundles the client and stores it for the next build. */
async function bundled(
  { config, site }: ClientOptions,
  { folder, key }: { folder: string; key: string },
): Promise<CachedBundle> {
  const begun = Date.now();
  const { bundleClient } = await import("../bundle/bundle-client.ts"); // loads the bundler, so only if needed
  const { metafile, inputs, folders, ...bundle } = await bundleClient({
    packageRoot: PACKAGE_ROOT,
    site: await site.client(),
    minify: true,
    bundler: await openBundler(config),
  });
  const all = Object.keys(metafile.inputs).map((path) => resolve(PACKAGE_ROOT, path.replace(/^[\w-]+:(?=\/)/, "")));
  const known = [...new Set([...all, ...inputs])].filter((path) => fileStamp(path) !== "");
  const hashes = known.map((path): [string, string] => [
    relative(PACKAGE_ROOT, path),
    fileHashes(folder).ofRead(path, begun),
  ]);
  write(folder, { ...bundle, key, inputs: hashes, folders, listing: await listingOf(folders) });
  return bundleInMemory({ ...bundle, inputs, folders });
}

/** A new bundle, whose files are in memory. */
export function bundleInMemory(made: Omit<ClientBundle, "metafile">): CachedBundle {
  const { files, inputs: _inputs, folders: _folders, ...bundle } = made;
  return { ...bundle, paths: files.map(({ path }) => path), files: async () => files, kept: false };
}

/**
 * Null if the file is missing or damaged, or a source has changed; the client is then bundled again. The files themselves
 * may be missing: most builds do not read them.
 */
function read(folder: string, key: string, onDamaged: OnDamaged | undefined): Stored | null {
  const text = readWithChecksum(join(folder, "client.json"), onDamaged);
  const stored = text === null ? null : (JSON.parse(text) as Stored); // its checksum is right, so it is what `write` wrote
  if (stored?.key !== key) return null;
  const { of } = fileHashes(folder);
  return stored.inputs.every(([path, hash]) => of(resolve(PACKAGE_ROOT, path)) === hash) ? stored : null;
}

/** Identifies the files in these folders by their names. */
async function listingOf(folders: readonly FoundIn[]): Promise<string> {
  if (folders.length === 0) return "";
  const { default: fg } = await import("fast-glob"); // slow to load, so only if needed
  const names = folders.map(({ dir, glob }) =>
    fg.sync(glob, { cwd: dir, dot: true, ignore: ["**/node_modules/**"] }).sort(),
  );
  return valueHash(names);
}

/** Null if the content is missing, as after `--from`, or damaged. */
function readFiles(folder: string, { files, bytes }: Stored, onDamaged: OnDamaged | undefined): OutputFile[] | null {
  const path = join(folder, bytes);
  const all = readOrNull(path);
  if (all === null || bytesName(all) !== bytes) {
    if (existsSync(path)) onDamaged?.(path);
    return null;
  }
  let at = 0;
  return files.map(([name, length]) => {
    at += length;
    return { path: name, bytes: all.subarray(at - length, at) };
  });
}

/** Writes the content first: if the process is killed in between, the client is bundled again. */
function write(
  folder: string,
  { files, chunks, ...bundle }: Omit<ClientBundle, "metafile" | "inputs"> & Pick<Stored, "key" | "inputs" | "listing">,
): void {
  const all = Buffer.concat(files.map(({ bytes }) => bytes));
  const bytes = bytesName(all);
  writeFileAtomicSync(join(folder, bytes), all);
  const stored: Stored = {
    ...bundle,
    files: files.map((file) => [file.path, file.bytes.length]),
    bytes,
    chunks: [...chunks].map(([name, parts]) => [name, [...parts]]),
  };
  writeWithChecksum(join(folder, "client.json"), JSON.stringify(stored));
  fileHashes(folder).save();
  for (const name of readdirSync(folder))
    if (/^client-\w+\.bin$/.test(name) && name !== bytes) rmSync(join(folder, name), { recursive: true, force: true });
}

function bytesName(bytes: Uint8Array): string {
  return `client-${contentHash(bytes)}.bin`;
}
