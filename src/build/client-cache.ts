import { join, resolve } from "node:path";
import type { ClientBundle } from "../bundle/bundle-client.ts";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../checksum-file.ts";
import { fingerprint } from "../incremental/code-version.ts";
import { shortHash } from "../incremental/short-hash.ts";
import { PACKAGE_ROOT } from "../package-root.ts";
import type { OpenedSite } from "./open-site.ts";
import { stampOf } from "./site-code-cache.ts";

/** The program's own files that go into the browser's code. */
const SOURCES = [...["bundle", "client", "kit", "content"].map((folder) => `src/${folder}`), "package.json"];

/** Hash of those, computed once: the running program stays the same, even if a newer one is installed over it. */
let ownSources: string | undefined;

/** A bundle without esbuild's metafile, which only tests read. */
export type CachedBundle = Omit<ClientBundle, "metafile"> & {
  /** True if no source has changed since the last build. */
  kept: boolean;
};

interface Stored extends Omit<CachedBundle, "files" | "chunks" | "kept"> {
  key: string;
  files: [path: string, base64: string][];
  chunks: [name: string, files: string[]][];
  /** Absolute paths of the site's own source files, with size and time. */
  inputs: [path: string, stamp: string][];
}

/** The last build's client bundle if no source changed, otherwise a new one. The cache can be deleted safely. */
export async function cachedClient(options: {
  base: string;
  site: OpenedSite;
  stateDir: string;
  onDamaged?: OnDamaged | undefined;
}): Promise<CachedBundle> {
  const { base, site, stateDir, onDamaged } = options;
  const file = join(stateDir, "cache", "client.json");
  const folders = site.folders.map((folder) => fingerprint(["."], folder));
  ownSources ??= fingerprint(SOURCES);
  const key = shortHash([base, site.hash, ownSources, ...folders].join("\n"));
  const known = read(file, key, onDamaged);
  if (known) return known;
  const { bundleClient } = await import("../bundle/bundle-client.ts"); // loads the bundler, so only if needed
  const { metafile, ...bundle } = await bundleClient({
    packageRoot: PACKAGE_ROOT,
    base,
    site: await site.client(),
    minify: true,
  });
  const inputs = Object.keys(metafile.inputs).map((path) => resolve(PACKAGE_ROOT, path.replace(/^compiled:/, "")));
  write(file, { key, bundle, inputs: inputs.filter((path) => stampOf(path) !== "") });
  return { ...bundle, kept: false };
}

interface Parsed {
  file: string;
  stamp: string;
  key: string;
  inputs: Stored["inputs"];
  bundle: CachedBundle;
}

/** The last parsed file, so that a process that builds repeatedly reads an unchanged one once. */
let last: Parsed | null = null;

function read(file: string, key: string, onDamaged: OnDamaged | undefined): CachedBundle | null {
  const stamp = stampOf(file);
  if (last?.file !== file || last.stamp !== stamp) last = parsed(file, stamp, onDamaged);
  if (last?.key !== key || last.inputs.some(([path, known]) => stampOf(path) !== known)) return null;
  return last.bundle;
}

/** Null if the file is missing or damaged; the client is then bundled again. */
function parsed(file: string, stamp: string, onDamaged: OnDamaged | undefined): Parsed | null {
  const text = readWithChecksum(file, onDamaged);
  if (text === null) return null;
  const { key, inputs, ...stored } = JSON.parse(text) as Stored; // its checksum is right, so it is what `write` wrote
  const files = stored.files.map(([path, base64]) => ({ path, bytes: Buffer.from(base64, "base64") }));
  return { file, stamp, key, inputs, bundle: { ...stored, files, chunks: new Map(stored.chunks), kept: true } };
}

function write(
  file: string,
  { key, bundle, inputs }: { key: string; bundle: Omit<CachedBundle, "kept">; inputs: readonly string[] },
): void {
  const stored: Stored = {
    ...bundle,
    key,
    files: bundle.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("base64")]),
    chunks: [...bundle.chunks].map(([name, files]) => [name, [...files]]),
    inputs: inputs.map((path) => [path, stampOf(path)]),
  };
  writeWithChecksum(file, JSON.stringify(stored));
}
