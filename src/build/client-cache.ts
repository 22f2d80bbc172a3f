import { join } from "node:path";
import type { ClientBundle } from "../bundle/bundle-client.ts";
import { shortHash } from "../incremental/hash.ts";
import { PACKAGE_ROOT } from "../package-root.ts";
import { type OnDamaged, readSealed, writeSealed } from "../sealed-file.ts";
import { blocksFingerprint, fingerprint } from "./code-version.ts";

/** Everything the bundler reads. */
const SOURCES = [
  ...["bundle", "client", "blocks", "content"].map((room) => `src/${room}`),
  "templates/styles",
  "templates/fonts",
  "package.json",
];

/** A bundle without the bundler's own account of it, which only tests read. */
export type CachedBundle = Omit<ClientBundle, "metafile"> & {
  /** True: no source had changed since the last build. */
  kept: boolean;
};

interface Stored extends Omit<CachedBundle, "files" | "chunks" | "kept"> {
  key: string;
  files: [path: string, base64: string][];
  chunks: [name: string, files: string[]][];
}

/** The client bundle of the last build while no source changed, else a new one. The cache is safe to lose. */
export async function cachedClient(options: {
  base: string;
  blocks: string;
  stateDir: string;
  onDamaged?: OnDamaged | undefined;
}): Promise<CachedBundle> {
  const file = join(options.stateDir, "cache", "client.json");
  const key = shortHash(
    [options.base, options.blocks, fingerprint(SOURCES), blocksFingerprint(options.blocks)].join("\n"),
  );
  const known = read(file, key, options.onDamaged);
  if (known) return known;
  const { bundleClient } = await import("../bundle/bundle-client.ts"); // only where needed: it loads the bundler
  const { metafile: _, ...bundle } = await bundleClient({
    packageRoot: PACKAGE_ROOT,
    base: options.base,
    blocks: options.blocks,
    minify: true,
  });
  write(file, key, bundle);
  return { ...bundle, kept: false };
}

function read(file: string, key: string, onDamaged: OnDamaged | undefined): CachedBundle | null {
  const text = readSealed(file, onDamaged);
  if (text === null) return null; // missing or damaged: the client is bundled again
  const stored = JSON.parse(text) as Stored; // sealed, so it is what `write` wrote
  if (stored.key !== key) return null;
  const files = stored.files.map(([path, base64]) => ({ path, bytes: Buffer.from(base64, "base64") }));
  return { ...stored, files, chunks: new Map(stored.chunks), kept: true };
}

function write(file: string, key: string, bundle: Omit<CachedBundle, "kept">): void {
  const stored: Stored = {
    ...bundle,
    key,
    files: bundle.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("base64")]),
    chunks: [...bundle.chunks].map(([name, files]) => [name, [...files]]),
  };
  writeSealed(file, JSON.stringify(stored));
}
