import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sitegenError } from "../../problems/errors.ts";
import { TREE_FOLDER } from "../../publish/stage.ts";
import { compareText } from "../../util/compare-text.ts";
import type { BuildOptions } from "../build-options.ts";
import { renderPages } from "../render-pool.ts";
import { renderError } from "../render-routes.ts";
import { peakRssMb } from "../stopwatch.ts";
import {
  belongsToShard,
  PART_FILE,
  type PartFile,
  type PartPage,
  type Shard,
  type ShardPart,
  writePart,
} from "./part-file.ts";
import { inputHash, withShardInputs } from "./shard-inputs.ts";

/**
 * Renders the routes of a shard into a part folder; returns what `--json` prints. Every route is rendered, nothing is
 * published.
 */
export async function renderShard(options: BuildOptions, shard: Shard) {
  const { out, reporter } = options;
  const started = performance.now();
  await clearPart(out);
  return withShardInputs(options, async (prepared) => {
    const { context, client } = prepared.made;
    const routes = context.site.routes.filter(({ path }) => belongsToShard(path, shard));
    const tasks = routes.map((route) => ({ route, kept: null }));
    const output = { stageLocation: { root: out, mirrored: true }, lastHash: () => undefined };
    const part: ShardPart = { input: inputHash(prepared), shard, pages: [], assets: [], failures: [] };
    const assets = new Set<string>();
    reporter.step(`Rendering shard ${shard.index} of ${shard.of}`);
    for await (const made of renderPages({ ...options, context, client, output, tasks })) {
      const { path } = made.route;
      if ("message" in made) {
        part.failures.push({ path, message: made.message });
        continue;
      }
      const { html, payload, found, shown, references } = made.page;
      for (const asset of references.assets) assets.add(asset);
      part.pages.push({
        path,
        html: rowOf(html),
        payload: rowOf(payload),
        blocks: found?.blocks ?? [],
        dependencies: [...(found?.dependencies ?? []), ...shown],
        problems: found?.problems ?? [],
        loose: [...references.loose],
      });
      if (part.pages.length % 50 === 0) reporter.progress(part.pages.length, tasks.length);
    }
    if (part.failures.length > 0 && !options.keepGoing) throw renderError(part.failures);
    part.assets = [...assets].sort();
    part.pages.sort(byPath);
    part.failures.sort(byPath);
    await writePart(out, part);
    return {
      ok: true,
      input: part.input,
      shard,
      out,
      pages: part.pages.length,
      failed: part.failures.map(({ path }) => path),
      ms: Math.round(performance.now() - started),
      peakRssMb: peakRssMb(),
    };
  });
}

/** Removes an earlier part from the folder. Throws if the folder holds anything else. */
async function clearPart(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const others = (await readdir(folder)).filter((name) => ![PART_FILE, `${PART_FILE}.new`, TREE_FOLDER].includes(name));
  if (others[0] !== undefined) {
    throw sitegenError("PART_FOLDER", {
      message: `${folder} holds ${others[0]} and is therefore not the folder of a part.`,
      where: folder,
    });
  }
  for (const name of [PART_FILE, TREE_FOLDER]) await rm(join(folder, name), { recursive: true, force: true });
}

function rowOf({ hash, size }: PartFile): PartFile {
  return { hash, size };
}

function byPath(a: Pick<PartPage, "path">, b: Pick<PartPage, "path">): number {
  return compareText(a.path, b.path);
}
