import { mkdtempSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openOutputTransaction, type PublishResult } from "../../src/publish/output-transaction.ts";
import { compareText } from "../../src/util/compare-text.ts";

export const LATEST = "_assets/builds/latest.json";

export interface Sandbox {
  root: string;
  out: string;
  stateDir: string;
}

export function sandbox(): Sandbox {
  const root = mkdtempSync(join(tmpdir(), "sitegen-publish-"));
  return { root, out: join(root, "out"), stateDir: join(root, ".sitegen") };
}

export async function drop(box: Sandbox): Promise<void> {
  await rm(box.root, { recursive: true, force: true });
}

/** Publishes a build: the files, a manifest and latest.json. */
export async function publishBuild(
  box: Sandbox,
  options: { id: string; files: Record<string, string>; keepBuilds?: number },
): Promise<PublishResult> {
  const { id, files, keepBuilds = 3 } = options;
  const output = await openOutputTransaction(box);
  try {
    for (const [path, text] of Object.entries(files)) await output.put(path, text, { source: `source of ${path}` });
    await output.put(`_assets/builds/meta/${id}.json`, JSON.stringify({ id }));
    await output.put(LATEST, JSON.stringify({ id }));
    return await output.publish({
      buildId: id,
      keepBuilds,
      site: { site: "test", base: "/" },
    });
  } catch (error) {
    await output.abort();
    throw error;
  }
}

/** Every file in a folder with its content, sorted by path. */
export async function readTree(root: string, below = ""): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  const entries = await readdir(join(root, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => compareText(a.name, b.name))) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) Object.assign(tree, await readTree(root, path));
    else tree[path] = await readFile(join(root, path), "utf8");
  }
  return tree;
}

export async function writeFiles(root: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
