import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../files/checksum-file.ts";
import { contentHash, shortHash } from "../files/hash.ts";
import { readOrNull } from "../files/read-or-null.ts";
import { writeFileAtomicSync } from "../files/write-file-atomic.ts";
import { sitegenError } from "../problems/errors.ts";
import type { Problem } from "../problems/problem.ts";
import { type BuildInputs, buildInputsHash } from "./build-inputs-hash.ts";
import type { ProblemGroup, ProblemReport } from "./problem-report.ts";

/** What is stored of a finished build, so that a build with the same inputs can stop early. */
export interface LastBuild {
  /** Hash of all inputs. */
  key: string;
  report: { buildId: string; cv: number; stories: number; redirects: number; pages: number };
  /** URLs of assets to request again (src/generate/missing-assets.ts). */
  missing: string[];
  /** The list is read on demand: it grows with the site, the rest does not. */
  problemReport: ProblemReport;
}

interface StoredBuild extends Omit<LastBuild, "problemReport"> {
  groups: ProblemGroup[];
  /** Name of the file with the list of problems, which includes the list's hash. */
  problems: string;
  /** See ProblemReport. */
  of?: string;
}

/**
 * One hash over everything the output depends on: content (`snapshot` identifies it, see
 * src/fetch/snapshot/snapshot-table.ts) and rules. The same key means the same output, so a build with the last build's key
 * only checks that the files exist.
 */
export async function buildKey({ snapshot, ...rules }: BuildInputs & { snapshot: string }): Promise<string> {
  return shortHash(snapshot + (await buildInputsHash(rules)));
}

/** Null if there is none, or if its list of problems is missing. */
export function readLastBuild(stateDir: string, out: string, onDamaged: OnDamaged): LastBuild | null {
  const text = readWithChecksum(fileFor(stateDir, out), onDamaged);
  if (text === null) return null;
  const { groups, problems, of = "", ...last } = JSON.parse(text) as StoredBuild; // written by `writeLastBuild`, as its checksum shows
  if (!groups || !problems) return null; // of an earlier version
  const file = join(stateDir, "cache", problems);
  if (!existsSync(file)) {
    onDamaged(file);
    return null;
  }
  return { ...last, problemReport: storedProblemReport(file, { groups, of }) };
}

/** The report with its list read from the file; null if the file is missing or damaged. */
export function readProblemList({ groups, file, of }: ProblemReport): ProblemReport | null {
  const bytes = file === null ? null : readList(file);
  return bytes && { groups, file, of, json: () => bytes, all: () => parse(bytes) };
}

/**
 * The list is written first: a crash in between leaves the last build valid, and the next build removes the new list.
 */
export function writeLastBuild(stateDir: string, out: string, { problemReport, ...last }: LastBuild): void {
  const isWritten = ({ file }: ProblemReport) =>
    file !== null && basename(file).startsWith(listPrefix(out)) && existsSync(file);
  const file = (isWritten(problemReport) && problemReport.file) || writeList(stateDir, out, problemReport.json());
  problemReport.file = file;
  const { groups, of } = problemReport;
  const stored: StoredBuild = { ...last, groups: [...groups], problems: basename(file), of };
  writeWithChecksum(fileFor(stateDir, out), JSON.stringify(stored));
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(listPrefix(out)) && name !== basename(file))
      rmSync(join(folder, name), { force: true, recursive: true });
  }
}

function writeList(stateDir: string, out: string, text: string | Uint8Array): string {
  const file = join(stateDir, "cache", `${listPrefix(out)}${contentHash(text)}.json`);
  if (!readList(file)) writeFileAtomicSync(file, text);
  return file;
}

function storedProblemReport(file: string, given: Pick<ProblemReport, "groups" | "of">): ProblemReport {
  const json = () => {
    const bytes = readList(file);
    if (bytes) return bytes;
    throw sitegenError("UNEXPECTED", {
      message: `The list of problems of the last build is damaged: ${file}.`,
      hint: "Run again with --full.",
    });
  };
  return { ...given, file, json, all: () => parse(json()) };
}

function parse(bytes: Buffer): Problem[] {
  return JSON.parse(bytes.toString()) as Problem[]; // written by `writeList`
}

/** Null if the bytes do not match the hash in the file name. */
function readList(file: string): Buffer | null {
  const bytes = readOrNull(file);
  return bytes !== null && file.endsWith(`-${contentHash(bytes)}.json`) ? bytes : null;
}

/** One file per output folder, since several may share a state folder. */
function fileFor(stateDir: string, out: string): string {
  return join(stateDir, "cache", `last-build-${nameOf(out)}.json`);
}

function listPrefix(out: string): string {
  return `problems-${nameOf(out)}-`;
}

function nameOf(out: string): string {
  return contentHash(out).slice(0, 12);
}
