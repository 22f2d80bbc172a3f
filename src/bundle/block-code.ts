/** Which of a site's code concerns the pages of one block alone: hashes over the bundled text of its modules. */
import { resolve } from "node:path";
import type { Metafile } from "esbuild";
import { shortHash } from "../files/short-hash.ts";
import type { BlockFiles } from "../site/block-files.ts";
import { runsWhenLoaded } from "./runs-when-loaded.ts";

export interface BlockCode {
  /** Hash of what every page may depend on: all code but that of `modules`. */
  common: string;
  /** By absolute path of a block's component or data file: hash of it and of what it imports, without common code. */
  modules: Record<string, string>;
}

interface Parts {
  root: string;
  /** The definition's file, and what it imports. */
  definition: readonly string[];
  blocks: readonly BlockFiles[];
}

/**
 * Common is what the definition and schemas import, and so the layout; what does something when it is loaded (it may
 * change what other modules do), with what that imports; and all that is not a module's text. Code that several blocks
 * import counts for each of them.
 */
export function blockCode(code: string, metafile: Metafile, { root, definition, blocks }: Parts): BlockCode {
  const texts = moduleTexts(code, metafile);
  const inputs = new Map(Object.entries(metafile.inputs));
  const reached = (from: Iterable<string>): Set<string> => {
    const seen = new Set(from);
    for (const path of seen)
      for (const { path: next, external } of inputs.get(path)?.imports ?? []) if (!external) seen.add(next);
    return seen;
  };
  const byFile = new Map([...inputs.keys()].map((path) => [resolve(root, path), path]));
  const inputsAt = (files: readonly (string | null)[]) => files.flatMap((file) => byFile.get(file ?? "") ?? []);
  const files = blocks.flatMap(({ component, data }) => [component, data].flatMap((file) => file ?? []));
  const ofBlocks = new Map(files.map((file) => [file, reached(inputsAt([file]))]));
  const always = reached(inputsAt([...definition, ...blocks.map(({ schema }) => schema)]));
  const others = new Set([...ofBlocks.values()].flatMap((paths) => [...paths]).filter((path) => !always.has(path)));
  const running = [...others].filter((path) => {
    const text = texts.get(path);
    return text === undefined || runsWhenLoaded(text);
  });
  const common = reached([...always, ...running]);
  const own = (paths: Iterable<string>) => [...paths].filter((path) => !common.has(path)).sort();
  const modules = files.map((file) => {
    const parts = own(ofBlocks.get(file) ?? []).map((path) => [path, texts.get(path)]);
    return [file, shortHash(JSON.stringify(parts))] as const;
  });
  const ofOne = new Set(own(reached(inputsAt(files))));
  return { common: shortHash(withoutModules(code, metafile, ofOne)), modules: Object.fromEntries(modules) };
}

/**
 * The bundle's text by module: esbuild writes a module's path above each part of it. A module whose parts are not as long
 * as the bundler says is left out; a text of the site may have such a line.
 */
function moduleTexts(code: string, metafile: Metafile): Map<string, string> {
  const texts = new Map(Object.keys(metafile.inputs).map((path) => [path, ""]));
  for (const [path, text] of pieces(code, metafile)) texts.set(path, (texts.get(path) ?? "") + text);
  const lengths = Object.assign({}, ...Object.values(metafile.outputs).map(({ inputs }) => inputs)) as Lengths;
  return new Map([...texts].filter(([path, text]) => (lengths[path]?.bytesInOutput ?? 0) === Buffer.byteLength(text)));
}

type Lengths = Readonly<Record<string, { bytesInOutput: number } | undefined>>;

function withoutModules(code: string, metafile: Metafile, left: ReadonlySet<string>): string {
  return [...pieces(code, metafile)].flatMap(([path, text]) => (left.has(path) ? [] : [path, text])).join("\n");
}

/** The bundle's parts, each with the path of its module; "" for what is before the first. */
function* pieces(code: string, { inputs }: Metafile): Iterable<[path: string, text: string]> {
  let path = "";
  let at = 0;
  for (const { index, 0: line, 1: name = "" } of code.matchAll(/^\/\/ (.*)\n/gm)) {
    if (!Object.hasOwn(inputs, name)) continue;
    yield [path, code.slice(at, index - 1)]; // a blank line is above each path
    path = name;
    at = index + line.length;
  }
  yield [path, code.slice(at)];
}
