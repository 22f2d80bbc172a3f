/** Outputs that ask a reader, the program's and a site's own: made again when something they asked for has another value. */

import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { publicPath } from "../../content/rules/paths.ts";
import { contentHash } from "../../files/hash.ts";
import { writeFileAtomic } from "../../files/write-file-atomic.ts";
import type { Fingerprints } from "../../incremental/fingerprints.ts";
import type { MadeFiles } from "../../incremental/page-graph.ts";
import type { MadeFrom, RenderReason, UsedValue } from "../../incremental/page-record.ts";
import { programOutputs } from "../../outputs/program-outputs.ts";
import { SitegenError } from "../../problems/errors.ts";
import { createProblem, type Problem } from "../../problems/problem.ts";
import { domainPath } from "../../site/domains.ts";
import type { EarlierFile, MadeFile, OutputDefinition, SiteReader } from "../../site/outputs.ts";
import { runLimited } from "../page-deadline.ts";
import type { RenderContext } from "../render-context.ts";
import { withLocation, withPlace } from "../source-location.ts";
import { hashOfFiles, type MadeOutput, type Output, type OutputFile, sourceOf } from "./output.ts";
import type { ClaimPaths } from "./output-places.ts";
import { createSiteReader, type SiteReaderInput } from "./site-reader.ts";

/** What these outputs are made with. */
export interface SiteOutputsInput extends Pick<SiteReaderInput, "pages" | "sitemap" | "texts"> {
  context: Pick<RenderContext, "sources" | "settings" | "definition" | "site" | "domains" | "catalogue" | "shared">;
  /** Hash of code and settings. */
  basis: string;
  /** Number of this build. */
  run: number;
  made: ReadonlyMap<string, MadeFiles>;
  /** Bytes of a file of this build, which are those of the last until it is made. */
  read(path: string): Uint8Array | null;
  /** The hash of such a file; undefined if there is none. */
  hashOf(path: string): string | undefined;
  /** Fingerprints of what was asked. */
  values: Fingerprints;
  /** Whether what was asked may have another value now. */
  mayDiffer(lang: string, dependency: string): boolean;
  claim: ClaimPaths;
  kept: KeptBytes;
  signal?: AbortSignal | undefined;
}

/** Several may wait for something at the same time. */
const PARALLEL = 4;
/** Seconds for one key, unless its output says otherwise. */
export const TIMEOUT = 60;

/** The program's, then those of the definition: each twice, as its list of keys and as its files. */
export function askingOutputs(input: SiteOutputsInput): Output[] {
  const { definition, settings } = input.context;
  const own = definition.outputs ?? [];
  return [
    ...programOutputs(definition, settings).flatMap((one) => asking({ definition: one, ids: ["", "keys-"] }, input)),
    ...own.flatMap((one, place) => {
      const earlier = own.slice(0, place).map(({ name }) => name);
      return asking({ definition: one, ids: ["output:", "keys:"], earlier }, input);
    }),
  ];
}

interface Asking {
  definition: OutputDefinition;
  /** What comes before its name for its files and for its list of keys: a site's own may have any name. */
  ids: readonly [files: string, keys: string];
  /** Names of the outputs before it whose files it may read; absent for the program's, whose files none of them can take. */
  earlier?: readonly string[] | undefined;
}

function asking({ definition, ids, earlier }: Asking, input: SiteOutputsInput): Output[] {
  const [name, list] = ids.map((id) => `${id}${definition.name}`) as [string, string];
  const { basis, made, context } = input;
  const isOther = ([lang, dependency, value]: UsedValue) =>
    input.mayDiffer(lang, dependency) && input.values.of(lang, dependency) !== value;
  const reasonOf = (last: MadeFrom | undefined): RenderReason =>
    last === undefined ? "new" : last.basis !== basis ? "code" : last.used.some(isOther) ? "site" : "output";
  /** Runs one of the definition's functions and notes what it read; `give` turns its result into files or keys. */
  const run = async (
    key: string | null,
    work: (reader: SiteReader, options: Parameters<OutputDefinition["make"]>[2]) => unknown,
    give: (result: unknown, reader: SiteReader) => Pick<MadeOutput, "files"> & Partial<Pick<MadeFrom, "keys" | "hash">>,
  ): Promise<MadeOutput> => {
    const last = made.get(key === null ? `${list} ` : `${name} ${key}`);
    const asked = new Map<string, readonly [string, string]>();
    const cached = new Set<string>();
    const problems: Problem[] = [];
    const reader = createSiteReader(context.definition.languages[0].code, {
      ...input,
      earlier: { names: earlier ?? [], filesOf: (name, of) => filesOf(name, of, input) },
      record(lang, dependency) {
        for (const one of [dependency, ...input.values.parts(lang, dependency)])
          asked.set(`${lang} ${one}`, [lang, one]);
      },
      onProblem: (problem) => problems.push({ ...withPlace(problem), story: `output ${definition.name}` }),
    });
    const from = { basis, run: input.run, used: [], hash: "", reason: reasonOf(last?.from), cached: [] };
    try {
      const result = await runLimited(
        (signal) =>
          work(reader, {
            signal,
            cached(id, make) {
              const name = keptName(definition.name, id);
              cached.add(name);
              return input.kept.get(name, make);
            },
            last: () => (last?.from?.basis === basis ? whole(last, input.read) : []),
          }),
        { seconds: definition.timeout ?? TIMEOUT, signal: input.signal },
      );
      const { files, ...known } = give(result, reader);
      const used = [...asked.values()].map(([lang, one]): UsedValue => [lang, one, input.values.of(lang, one)]);
      return { files, problems, from: { ...from, used, cached: [...cached], ...known } };
    } catch (cause) {
      input.signal?.throwIfAborted();
      if (cause instanceof SitegenError) throw cause;
      // An empty hash of code and settings never fits, so the next build makes it again.
      const keys = last?.from?.keys;
      const failed = { ...from, basis: "", cached: last?.from?.cached ?? [], ...(keys && { keys }) };
      return { files: [], problems: [...problems, failure(definition.name, key, cause)], from: failed, failed: true };
    }
  };
  const isSame = ({ from }: MadeFiles) => from?.basis === basis && !from.used.some(isOther);
  const listKeys = () =>
    run(
      null,
      (reader) => definition.keys(reader),
      (keys) => ({ files: [], keys: keysIn(keys) }),
    );
  const make = (key: string) =>
    run(
      key,
      (reader, options) => definition.make(key, reader, options),
      (result, reader) => {
        const all = placedFiles(result, sourceOf(definition, key), context);
        // A page keeps its address; asked through the reader, so that the file comes back when the page goes.
        const taken = earlier === undefined ? [] : all.filter(({ path }) => reader.isLive(`/${path}/`));
        for (const { path } of taken) reader.problem(leftOut(definition.name, path));
        const files = all.filter((file) => !taken.includes(file));
        return { files, hash: hashOf(files) };
      },
    );
  const keys = () => new Set(made.get(`${list} `)?.from?.keys);
  const claim = earlier && ((key: string, paths: readonly string[]) => input.claim({ name, key }, paths));
  return [
    { name: list, keys: () => [""], isSame, make: listKeys },
    { name, keys, isSame, make, ...(claim && { claim }), parallel: PARALLEL },
  ];
}

/** The files that an output earlier in the list made. */
function filesOf(name: string, key: string, input: Pick<SiteOutputsInput, "made" | "read" | "hashOf">): EarlierFile[] {
  const { files = [] } = input.made.get(`output:${name} ${key}`) ?? {};
  return files.flatMap((path) => {
    const hash = input.hashOf(path);
    if (hash === undefined) return [];
    return {
      path,
      hash,
      get body() {
        const bytes = input.read(path);
        if (!bytes) throw new Error(`${path} of the last build is missing.`);
        return bytes;
      },
    };
  });
}

/** The files that were made, unless one is missing or was changed. */
function whole({ files, from }: MadeFiles, read: SiteOutputsInput["read"]): MadeFile[] {
  const made = files.map((path) => ({ path, content: read(path) ?? "" }));
  return from?.hash === hashOf(made) ? made.map(({ path, content }) => ({ path, body: content })) : [];
}

/** The keys that `keys` returned. */
export function keysIn(keys: unknown): string[] {
  if (Array.isArray(keys) && keys.every((key) => typeof key === "string")) return [...new Set(keys)];
  throw new Error("`keys` has to return a list of texts.");
}

/** What `make` returned, as files below the output folder. */
export function placedFiles(made: unknown, source: string, context: SiteOutputsInput["context"]): OutputFile[] {
  return filesIn(made).flatMap((file) => placed(file, source, context));
}

function filesIn(made: unknown): MadeFile[] {
  if (made === null) return [];
  const files: unknown[] = Array.isArray(made) ? made : [made];
  if (files.every(isMadeFile)) return files;
  throw new Error("`make` has to return { path, body } with a text or bytes as body, a list of them, or null.");
}

function isMadeFile(file: unknown): file is MadeFile {
  if (typeof file !== "object" || file === null || !("path" in file) || !("body" in file)) return false;
  return typeof file.path === "string" && (typeof file.body === "string" || file.body instanceof Uint8Array);
}

/** Where a file lies below the output folder: on the domain of its language, or on every domain. */
function placed(
  { path, body, lang }: MadeFile,
  source: string,
  { definition, domains }: SiteOutputsInput["context"],
): OutputFile[] {
  const file = path.replace(/^\//, "");
  if (lang === undefined) return domains.map((domain) => ({ path: domainPath(domain, file), content: body, source }));
  const language = definition.languages.find(({ code }) => code === lang);
  if (!language) throw new Error(`The site has no language "${lang}".`);
  return [{ path: domainPath(language, publicPath(`/${file}`, language).slice(1)), content: body, source }];
}

function hashOf(files: readonly OutputFile[]): string {
  const hashes = new Map(
    files.map(({ path, content }) => [path, typeof content === "function" ? "" : contentHash(content)]),
  );
  return hashOfFiles([...hashes.keys()], (path) => hashes.get(path));
}

function failure(name: string, key: string | null, cause: unknown): Problem {
  const { message } = withLocation(cause);
  const where = key === null ? "while its keys were listed" : `for the key "${key}"`;
  return createProblem("error", "OUTPUT_FAILED", {
    message: `The output "${name}" failed ${where}: ${message}`,
    hint: "Fix the named line of the site's code; the files that it made last stay.",
  });
}

function leftOut(name: string, path: string): Problem {
  return createProblem("warning", "OUTPUT_LEFT_OUT", {
    message: `The file ${path} of the output "${name}" is left out, since the page /${path}/ has its address.`,
    hint: "Give the story another slug, or the output's file another path.",
  });
}

/** Names of the kept bytes that outputs still use. */
export function keptNames(made: ReadonlyMap<string, MadeFiles>): Set<string> {
  return new Set([...made.values()].flatMap(({ from }) => from?.cached ?? []));
}

export type KeptBytes = ReturnType<typeof openKeptBytes>;

/** The file name for an id. */
export function keptName(output: string, id: string): string {
  return contentHash(`${output}\n${id}`);
}

/** Bytes that outputs keep from build to build because they take long to make, as files of the state folder. */
export function openKeptBytes(stateDir: string) {
  const folder = join(stateDir, "cache", "outputs");
  return {
    async get(name: string, make: () => Uint8Array | Promise<Uint8Array>): Promise<Uint8Array> {
      const file = join(folder, name);
      if (existsSync(file)) return readFileSync(file);
      const bytes = await make();
      await writeFileAtomic(file, bytes);
      return bytes;
    },
    prune(used: ReadonlySet<string>): void {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) if (!used.has(name)) rmSync(join(folder, name), { force: true });
    },
  };
}
