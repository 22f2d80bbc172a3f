/** What a site consists of besides its pages: each kind of file is an `Output`, declared in a file of its own. */

import { shortHash } from "../../files/hash.ts";
import type { MadeFiles, PageGraph } from "../../incremental/page-graph.ts";
import type { MadeFrom } from "../../incremental/page-record.ts";
import type { Problem } from "../../problems/problem.ts";
import type { OutputTransaction } from "../../publish/output-transaction.ts";
import type { StagedKind } from "../../publish/publish-plan.ts";
import type { RedirectOutput } from "../../redirects/build.ts";
import { eachLimited } from "../../util/each-limited.ts";
import type { BuildOptions } from "../build-options.ts";
import type { GatheredAssets } from "../gather-assets.ts";
import type { MappedSpace } from "../map-space.ts";
import type { PreparedClient } from "../prepare-client.ts";
import type { RenderContext } from "../render-context.ts";
import type { Moved } from "../what-moved.ts";

/** Whether the words of a language may differ: they follow from code and datasources. */
export function hasOtherWords(lang: string, { datasources }: Moved): boolean {
  return (datasources[lang]?.size ?? 0) > 0;
}

/** What outputs are made from. */
export interface OutputInput extends Pick<BuildOptions, "config"> {
  context: RenderContext;
  client: PreparedClient;
  assets: GatheredAssets;
  stories: MappedSpace["stories"];
  /** Reads the redirects once, if they are needed. */
  redirects(): Promise<RedirectOutput>;
  /** Files that another output made for a key; complete if that output comes earlier in the list. */
  filesOf(output: string, key: string): readonly string[];
  /** Whether the last build had that key. */
  wasMade(output: string, key: string): boolean;
  /** The dependencies of all pages whose text contains this one, with their languages. */
  dependenciesWith: PageGraph["dependenciesWith"];
}

export interface OutputFile {
  path: string;
  content: string | Uint8Array | (() => Promise<string | Uint8Array>);
  kind?: StagedKind;
  /** What made it, for the error if something else makes it too. */
  source?: string;
}

export interface MadeOutput {
  files: OutputFile[];
  problems?: Problem[];
  /** What it was made from, if that is compared by value. */
  from?: MadeFrom;
  /** It could not be made: the files of the last build stay. */
  failed?: true;
}

export interface Output {
  name: string;
  /** Each key is made and compared by itself. */
  keys(input: OutputInput): Iterable<string>;
  /** Whether what a key is made from may differ. */
  isMoved?(key: string, input: OutputInput, moved: Moved): boolean;
  /** Instead of `isMoved`, where inputs are compared by value: whether the last files were made from the same. */
  isSame?(last: MadeFiles): boolean;
  make(key: string, input: OutputInput): MadeOutput | Promise<MadeOutput>;
  /** Checks the paths of a key that is made or kept; throws if another output has one of them. */
  claim?(key: string, paths: readonly string[]): void;
  /** How many keys may be made at once. Default: 1. */
  parallel?: number;
}

/**
 * Stages what has moved, and drops the files of keys that are gone; without `moved`, makes everything that is not
 * compared by value. Returns the problems of all keys.
 */
export async function writeOutputs(
  outputs: readonly Output[],
  input: Omit<OutputInput, "filesOf" | "wasMade" | "dependenciesWith">,
  of: { moved: Moved | null; graph: Pick<PageGraph, "made" | "dependenciesWith">; output: OutputTransaction },
): Promise<Problem[]> {
  const { moved, output } = of;
  const { made, dependenciesWith } = of.graph;
  const last = new Set(made.keys());
  const given: OutputInput = {
    ...input,
    filesOf: (name, key) => made.get(`${name} ${key}`)?.files ?? [],
    wasMade: (name, key) => last.has(`${name} ${key}`),
    dependenciesWith,
  };
  const present = new Set<string>();
  const keeps = (one: Output, key: string, last: MadeFiles) => {
    if (!(one.isSame ? one.isSame(last) : moved && one.isMoved?.(key, given, moved) === false)) return false;
    if (moved !== null) return true;
    // Another folder may have these files of another build.
    const { files, from } = last;
    if (from && files.length > 0 && from.hash !== hashOfFiles(files, (path) => output.lastHash(path))) return false;
    return files.every((path) => output.keep(path, { source: sourceOf(one, key) }));
  };
  const take = async (one: Output, key: string) => {
    const id = idOf(one, key);
    const last = made.get(id);
    if (last && keeps(one, key, last)) {
      one.claim?.(key, last.files);
      return;
    }
    const { files, problems = [], from, failed } = await one.make(key, given);
    if (failed) {
      for (const path of last?.files ?? []) if (!moved) output.keep(path, { source: sourceOf(one, key) });
      one.claim?.(key, last?.files ?? []);
      made.set(id, { files: last?.files ?? [], problems, ...(from && { from }) });
      return;
    }
    const paths = files.map(({ path }) => path);
    one.claim?.(key, paths);
    for (const path of last?.files ?? []) output.drop(path);
    for (const file of files) await stage({ source: sourceOf(one, key), ...file }, output);
    made.set(id, { files: paths, problems, ...(from && { from }) });
  };
  for (const one of outputs) {
    const keys = [...one.keys(given)];
    for (const key of keys) present.add(idOf(one, key));
    await eachLimited(keys, one.parallel ?? 1, (key) => take(one, key));
  }
  for (const [id, { files }] of [...made]) {
    if (present.has(id)) continue;
    for (const path of files) output.drop(path);
    made.delete(id);
  }
  return [...made.values()].flatMap(({ problems }) => problems);
}

/** Names what an output made for a key. */
export function hashOfFiles(paths: readonly string[], hash: (path: string) => string | undefined): string {
  return shortHash(paths.map((path) => `${path} ${hash(path) ?? ""}`).join("\n"));
}

function idOf({ name }: Output, key: string): string {
  return `${name} ${key}`;
}

/** A key of two parts, of which the second has no space. */
export function partsOfKey(key: string): [first: string, second: string] {
  const space = key.lastIndexOf(" ");
  return [key.slice(0, space), key.slice(space + 1)];
}

/** An output as errors name it. */
export function sourceOf({ name }: Pick<Output, "name">, key: string): string {
  return `the output "${name.replace(/^output:/, "")}"${key === "" ? "" : ` (key "${key}")`}`;
}

/** Content that has to be read first is not, if the file of the same name can be kept. */
async function stage({ path, content, kind, source }: OutputFile, output: OutputTransaction): Promise<void> {
  const options = { ...(kind && { kind }), ...(source && { source }) };
  if (typeof content !== "function") await output.put(path, content, options);
  else if (!output.keep(path, options)) await output.put(path, await content(), options);
}
