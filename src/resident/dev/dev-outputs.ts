/** Files of outputs during development, made when they are requested. */
import { createSitePages } from "../../content/page/site-pages.ts";
import { contentHash } from "../../files/hash.ts";
import type { OutputFile } from "../../generate/outputs/output.ts";
import {
  type KeptBytes,
  keptName,
  keysIn,
  openKeptBytes,
  placedFiles,
  TIMEOUT,
} from "../../generate/outputs/site-outputs.ts";
import { createSiteReader, headsOf, type PageTexts } from "../../generate/outputs/site-reader.ts";
import { createSitemapPages } from "../../generate/outputs/sitemap-pages.ts";
import { runLimited } from "../../generate/page-deadline.ts";
import type { RenderContext } from "../../generate/render-context.ts";
import { programOutputs } from "../../outputs/program-outputs.ts";
import type { EarlierFile, OutputDefinition, SiteReader } from "../../site/outputs.ts";

/** Paths that files of the program's outputs may have. */
const OF_PROGRAM = /\.(?:xml|txt)$/;
/** How many keys without a word of the requested path are tried. */
const MAX_OTHERS = 100;

/** Thrown when an output reads the files of an earlier one that are not made yet. */
class NeedsOutput extends Error {
  readonly place: number;
  constructor(place: number) {
    super();
    this.place = place;
  }
}

/** Finds a file by its path below the output folder; null if no output has it. */
export function createDevOutputs(input: { context: RenderContext; stateDir: string; texts: PageTexts }) {
  const { context, texts } = input;
  const { definition, site } = context;
  const own = definition.outputs ?? [];
  const outputs = [...own, ...programOutputs(definition, context.settings)];
  const kept = openKeptBytes(input.stateDir);
  const pages = createSitePages(site, definition, headsOf(texts, context.settings));
  const sitemap = createSitemapPages(context, texts);
  const made = new Map<string, readonly OutputFile[]>();
  // By place: a site's own may be called like one of the program's.
  const keys = new Map<number, readonly string[]>();
  const placeOf = (name: string) => outputs.findIndex((one) => one.name === name);
  const readerFor = (place: number) => {
    const names = outputs.slice(0, place).map(({ name }) => name);
    const filesOf = (name: string, key: string) => {
      const other = placeOf(name);
      if (!keys.has(other) || keys.get(other)?.some((one) => !made.has(`${other} ${one}`)))
        throw new NeedsOutput(other);
      return (made.get(`${other} ${key}`) ?? []).flatMap(({ path, content }): EarlierFile[] =>
        typeof content === "function" ? [] : [{ path, body: content, hash: contentHash(content) }],
      );
    };
    const given = { context, pages, sitemap, texts, earlier: { names, filesOf } };
    return createSiteReader(definition.languages[0].code, { ...given, onProblem: () => undefined });
  };
  /** Makes the outputs that this one reads first. */
  const run = async <T>(place: number, work: (reader: SiteReader) => T | Promise<T>): Promise<T> => {
    try {
      return await work(readerFor(place));
    } catch (error) {
      if (!(error instanceof NeedsOutput)) throw error;
      for (const key of await keysOf(error.place)) await makeKey(error.place, key);
      return run(place, work);
    }
  };
  const keysOf = async (place: number): Promise<readonly string[]> => {
    const known = keys.get(place) ?? keysIn(await run(place, outputAt(outputs, place).keys));
    keys.set(place, known);
    return known;
  };
  const makeKey = async (place: number, key: string): Promise<readonly OutputFile[]> => {
    const output = outputAt(outputs, place);
    const id = `${place} ${key}`;
    const files =
      made.get(id) ?? placedFiles(await run(place, (reader) => makeOnce(output, key, { reader, kept })), "", context);
    made.set(id, files);
    return files;
  };
  return async (path: string): Promise<{ bytes: Uint8Array } | null> => {
    let failed: unknown;
    // All pages without a story are rendered for the sitemap, which no other path waits for.
    const asked = OF_PROGRAM.test(path) ? outputs : own;
    for (const place of asked.keys())
      for (const { key, isLikely } of likelyFirst(outputAt(outputs, place).name, await keysOf(place), path)) {
        const files = await makeKey(place, key).catch((error: unknown) => {
          if (isLikely) failed ??= error;
          return [];
        });
        const file = files.find((one) => one.path === path);
        if (file && typeof file.content !== "function") return { bytes: Buffer.from(file.content) };
      }
    if (failed !== undefined) throw failed;
    return null;
  };
}

function makeOnce(
  { name, make, timeout = TIMEOUT }: OutputDefinition,
  key: string,
  { reader, kept }: { reader: SiteReader; kept: KeptBytes },
) {
  return runLimited(
    (signal) => {
      const cached = (id: string, create: Parameters<KeptBytes["get"]>[1]) => kept.get(keptName(name, id), create);
      return make(key, reader, { signal, cached, last: () => [] });
    },
    { seconds: timeout },
  );
}

function outputAt(outputs: readonly OutputDefinition[], place: number): OutputDefinition {
  const output = outputs[place];
  if (!output) throw new Error(`There is no output number ${place}.`);
  return output;
}

/** Keys that, with the output's name, share most words with a path come first; of those that share none only some are tried. */
function likelyFirst(name: string, keys: readonly string[], path: string): { key: string; isLikely: boolean }[] {
  const wanted = new Set(wordsIn(path));
  const scored = keys.map((key) => ({
    key,
    score: wordsIn(`${name} ${key}`).filter((word) => wanted.has(word)).length,
  }));
  const others = scored.filter(({ score }) => score === 0).slice(0, MAX_OTHERS);
  const likely = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return [...likely, ...others].map(({ key, score }) => ({ key, isLikely: score > 0 }));
}

function wordsIn(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
