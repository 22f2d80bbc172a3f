/** Loads a site's sources, each at most once, and keeps the last good values of one that fails. */

import { createSourceIndex, type SourceIndex, type SourceRow } from "../content/lists/source-values.ts";
import type { OnDamaged } from "../files/checksum-file.ts";
import { shortHash } from "../files/hash.ts";
import { ERRORS, sitegenError } from "../problems/errors.ts";
import { createProblem, type Problem } from "../problems/problem.ts";
import { milliseconds, type Source } from "../site/sources.ts";
import { rowsOf } from "./check-values.ts";
import { readRows, readStored, type StoredSource, writeRows, writeStored } from "./stored-values.ts";
import { withTimeLimit } from "./time-limit.ts";

export interface LoadedSources {
  values: Readonly<Record<string, SourceIndex>>;
  /** Hash of each source's values. */
  hashes: Readonly<Record<string, string>>;
  /** Of those that were loaded with other values: the keys of the entries that came, went or differ from those of a hash. */
  changed: Readonly<Record<string, { since: string; keys: readonly string[] }>>;
  /** Sources that failed, whose last good values are used. */
  problems: readonly Problem[];
  /** Milliseconds until one has to be loaded again; null if none has a `maxAge`. */
  dueMs: number | null;
}

/**
 * Which sources are loaded: all, none, or those that are named, were never loaded, or are older than their `maxAge`.
 */
export type Asking = "all" | "none" | { now: readonly string[] };

export interface LoadSourcesOptions {
  sources: Readonly<Record<string, Source<unknown>>>;
  /** The definition's file, for messages. */
  file: string;
  stateDir: string;
  ask: Asking;
  env: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal | undefined;
  onDamaged?: OnDamaged | undefined;
}

const TIMEOUT_MS = 30_000;

interface LoadedSource {
  name: string;
  /** JSON of its rows. Parsed when it is read: a build without changes reads none. */
  json: string;
  hash: string;
  asked: number;
  changed?: LoadedSources["changed"][string];
  problem: Problem | null;
}

/** Throws SOURCE_FAILED for a source that fails and never had values. */
export async function loadSources(options: LoadSourcesOptions): Promise<LoadedSources> {
  const { sources, stateDir, onDamaged } = options;
  const stored = readStored(stateDir, onDamaged);
  const all = await Promise.all(
    Object.entries(sources).map(([name, source]) => loadOne(name, source, stored[name], options)),
  );
  const next = Object.fromEntries(all.map(({ name, hash, asked }) => [name, { hash, asked }]));
  if (JSON.stringify(next) !== JSON.stringify(stored)) writeStored(stateDir, next);
  const dues = all.map(({ name, asked }) => asked + milliseconds(sources[name]?.maxAge, Infinity) - Date.now());
  const due = Math.min(...dues);
  return {
    values: Object.fromEntries(
      all.map(({ name, json }) => [name, createSourceIndex(() => JSON.parse(json) as SourceRow[])]),
    ),
    hashes: Object.fromEntries(all.map(({ name, hash }) => [name, hash])),
    changed: Object.fromEntries(all.flatMap(({ name, changed }) => (changed ? [[name, changed]] : []))),
    problems: all.flatMap(({ problem }) => problem ?? []),
    dueMs: due === Infinity ? null : Math.max(0, due),
  };
}

async function loadOne(
  name: string,
  source: Source<unknown>,
  stored: StoredSource | undefined,
  options: LoadSourcesOptions,
): Promise<LoadedSource> {
  const { stateDir, onDamaged, signal } = options;
  const previous = stored?.hash ? readRows(stateDir, name, onDamaged) : null;
  const isAsked = previous === null ? options.ask !== "none" : isDue(name, source, stored, options.ask);
  if (!isAsked) {
    if (previous && stored) return { name, json: previous, ...stored, problem: null };
    throw failed(name, "there are no stored values of it, and without network it cannot be asked.", options);
  }
  const asked = Date.now();
  try {
    const rows = rowsOf(await load(source, previous, options), source);
    const json = JSON.stringify(rows);
    // The text is compared, since hashing it takes longer.
    if (stored && json === previous) return { name, json, hash: stored.hash, asked, problem: null };
    writeRows(stateDir, name, json);
    const changed = stored && previous !== null && { since: stored.hash, keys: otherKeys(JSON.parse(previous), rows) };
    return { name, json, hash: shortHash(json), asked, ...(changed && { changed }), problem: null };
  } catch (cause) {
    signal?.throwIfAborted();
    const reason = reasonOf(cause);
    if (!previous || !stored) throw failed(name, reason, options, cause);
    return { name, json: previous, hash: stored.hash, asked, problem: problemOf(name, reason, options) };
  }
}

/** Of the entries that only one of the lists has, or with another value. */
function otherKeys(before: readonly SourceRow[], now: readonly SourceRow[]): string[] {
  const texts = new Map(before.map((row) => [row[0], JSON.stringify(row)]));
  const others = now.flatMap((row) => {
    const isSame = texts.get(row[0]) === JSON.stringify(row);
    if (isSame) texts.delete(row[0]);
    return isSame ? [] : [row[0]];
  });
  return [...new Set([...others, ...texts.keys()])];
}

function isDue(name: string, { maxAge }: Source<unknown>, stored: StoredSource | undefined, ask: Asking): boolean {
  if (typeof ask === "string") return ask === "all";
  const age = Date.now() - (stored?.asked ?? 0);
  return ask.now.includes(name) || age >= milliseconds(maxAge, Infinity) || age < 0; // the clock was ahead then
}

/** What `load` returns. */
function load(source: Source<unknown>, previous: string | null, { env, signal }: LoadSourcesOptions): Promise<unknown> {
  const ms = milliseconds(source.timeout, TIMEOUT_MS);
  const given = (signal: AbortSignal) => ({
    env,
    signal,
    get previous() {
      return (JSON.parse(previous ?? "[]") as SourceRow[]).map(([, value]) => value);
    },
  });
  const late = `it did not answer within ${ms / 1000} s.`;
  return withTimeLimit((over) => source.load(given(over)), { ms, late, signal });
}

function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return /^Unexpected token '<'/.test(message) ? `the answer is HTML, not JSON: ${message}` : message;
}

function sentence(name: string, reason: string, file: string): string {
  const ended = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return `The source "${name}" of ${file} could not be loaded: ${ended}`;
}

function failed(name: string, reason: string, { file }: LoadSourcesOptions, cause?: unknown) {
  const known = reason === "" ? "it failed without a message." : reason;
  return sitegenError("SOURCE_FAILED", { message: sentence(name, known, file), where: file, cause });
}

function problemOf(name: string, reason: string, { file }: LoadSourcesOptions): Problem {
  const message = `${sentence(name, reason, file)} Its last good values are used.`;
  const { hint } = ERRORS.SOURCE_FAILED;
  return createProblem("warning", "SOURCE_FAILED", { message, path: `sources.${name}`, hint });
}
