import { join } from "node:path";
import type { Route } from "../../content/map/site.ts";
import { contentHash } from "../../files/hash.ts";
import { readOrNull } from "../../files/read-or-null.ts";
import { sitegenError } from "../../problems/errors.ts";
import { pageFile, payloadFile } from "../../publish/page-files.ts";
import { TREE_FOLDER } from "../../publish/stage.ts";
import type { RenderPages, WrittenPage } from "../render-pool.ts";
import { belongsToShard, type PartFile, readPart, type ShardPart } from "./part-file.ts";

interface OpenedPart {
  folder: string;
  part: ShardPart;
}

/**
 * Reads the parts of a build and returns their pages as if they were rendered now. Throws PART_WRONG for a part that is
 * missing, duplicated, damaged or rendered from another input; every file is checked against its hash.
 */
export async function openParts(options: {
  folders: readonly string[];
  /** Hash of this build's input. */
  input: string;
  routes: readonly Route[];
}): Promise<RenderPages> {
  const parts: OpenedPart[] = [];
  for (const folder of options.folders) parts.push({ folder, part: await readPartOf(folder, options.input) });
  assertWholeSet(parts);
  assertAllRoutes(parts, options.routes);
  return ({ tasks }) => pagesOfParts(parts, new Map(tasks.map(({ route }) => [route.path, route])));
}

async function readPartOf(folder: string, input: string): Promise<ShardPart> {
  const part = await readPart(folder);
  if (part === null) throw wrong(folder, "it holds no finished part (part.json is missing)");
  if (part === "damaged") throw wrong(folder, "its part.json is damaged");
  if (part.input !== input) {
    throw wrong(folder, `it was rendered from another input (${part.input}) than this build's (${input})`);
  }
  return part;
}

/** Throws unless there is exactly one part of every shard, all with the same number of shards. */
function assertWholeSet(parts: readonly OpenedPart[]): void {
  const [first] = parts;
  if (!first) throw sitegenError("PART_WRONG", { message: "No part was given." });
  const { of } = first.part.shard;
  const seen = new Map<number, string>();
  for (const { folder, part } of parts) {
    const { index } = part.shard;
    if (part.shard.of !== of)
      throw wrong(folder, `it is one of ${part.shard.of} shards, but ${first.folder} one of ${of}`);
    const other = seen.get(index);
    if (other !== undefined) throw wrong(folder, `it is shard ${index} of ${of}, and so is ${other}`);
    seen.set(index, folder);
  }
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter((index) => !seen.has(index));
  if (missing.length === 0) return;
  throw sitegenError("PART_WRONG", {
    message: `Of ${of} shards ${missing.length === 1 ? "number" : "numbers"} ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing.`,
    hint: "Run the missing shards again; the others are still valid.",
  });
}

/** Throws unless every route is in the part of its shard, and nothing else is. */
function assertAllRoutes(parts: readonly OpenedPart[], routes: readonly Route[]): void {
  const paths = new Set(routes.map(({ path }) => path));
  const rendered = new Set<string>();
  let failed = 0;
  for (const { folder, part } of parts) {
    for (const { path } of [...part.pages, ...part.failures]) {
      if (!paths.has(path) || !belongsToShard(path, part.shard))
        throw wrong(folder, `it contains ${path}, which belongs to another shard`);
    }
    failed += part.failures.length;
    for (const { path } of part.pages) rendered.add(path);
  }
  const lost = routes.find(({ path }) => !rendered.has(path));
  if (lost && rendered.size + failed < routes.length)
    throw sitegenError("PART_WRONG", { message: `${lost.path} is missing in all parts.` });
}

/** Yields the requested pages; files of the others are only checked. */
async function* pagesOfParts(
  parts: readonly OpenedPart[],
  routes: ReadonlyMap<string, Route>,
): AsyncIterable<WrittenPage> {
  for (const { folder, part } of parts) {
    let assets = part.assets;
    for (const { path, message } of part.failures) {
      const route = routes.get(path);
      if (route) yield { route, message };
    }
    for (const page of part.pages) {
      const { path, blocks, dependencies, problems, loose } = page;
      const payload = readFileOf(folder, payloadFile(path), page.payload);
      const html = readFileOf(folder, pageFile(path), page.html);
      const route = routes.get(path);
      if (!route) continue;
      yield {
        route,
        page: {
          html,
          payload,
          found: { blocks, dependencies, problems },
          shown: [],
          references: { assets, loose },
          ms: 0,
        },
      };
      assets = [];
    }
  }
}

/** Synchronous on purpose: two files a page, and reading a small one by a promise takes seven times the processor time. */
function readFileOf(folder: string, path: string, row: PartFile) {
  const bytes = readOrNull(join(folder, TREE_FOLDER, path));
  if (!bytes) throw wrong(folder, `its file ${path} is missing`);
  if (bytes.length !== row.size || contentHash(bytes) !== row.hash) throw wrong(folder, `its file ${path} is damaged`);
  return { ...row, bytes };
}

function wrong(folder: string, why: string): Error {
  return sitegenError("PART_WRONG", { message: `The part ${folder} cannot be used: ${why}.`, where: folder });
}
