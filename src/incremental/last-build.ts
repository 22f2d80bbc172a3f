import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../checksum-file.ts";
import { sitegenError } from "../errors.ts";
import type { Problem } from "../problem.ts";
import { writeFileAtomicSync } from "../write-file-atomic.ts";
import { type BuildInputs, buildInputsHash } from "./build-inputs-hash.ts";
import type { Findings, ProblemGroup } from "./findings.ts";
import { shortHash } from "./short-hash.ts";

/** What is kept of a finished build: a build of the same inputs has nothing to do. */
export interface LastBuild {
  /** Of everything that the output was made from. */
  key: string;
  report: { buildId: string; cv: number; stories: number; redirects: number; pages: number };
  /** The list is read when it is asked for: it grows with the site, this does not. */
  findings: Findings;
}

interface StoredBuild extends Omit<LastBuild, "findings"> {
  groups: ProblemGroup[];
  /** Name of the file that holds the list of problems: it has the hash of the list. */
  problems: string;
}

/** As versions wrote it that had the list in the report. */
interface OlderBuild extends Omit<LastBuild, "findings"> {
  groups?: undefined;
  problems?: undefined;
}

/**
 * Everything an output depends on, as one hash: content (`snapshot` names it: src/fetch/snapshot/manifest.ts) and
 * rules. Equal key, equal output, so a build with the last one's key has nothing to do but to see that its files are
 * still there.
 */
export async function buildKey({ snapshot, ...rules }: BuildInputs & { snapshot: string }): Promise<string> {
  return shortHash(snapshot + (await buildInputsHash(rules)));
}

/** Null where none is known, or its list of problems is missing. */
export function readLastBuild(stateDir: string, out: string, onDamaged: OnDamaged): LastBuild | null {
  const text = readWithChecksum(fileFor(stateDir, out), onDamaged);
  if (text === null) return null;
  const { groups, problems, ...last } = JSON.parse(text) as StoredBuild | OlderBuild; // its checksum is right: `writeLastBuild` wrote it
  if (!groups || !problems) return null;
  const file = join(stateDir, "cache", problems);
  if (!existsSync(file)) {
    onDamaged(file);
    return null;
  }
  return { ...last, findings: storedFindings(file, groups) };
}

/** The same with its list read, null where that is not as it was written. */
export function withList({ groups, file }: Findings): Findings | null {
  const bytes = file === null ? null : readList(file);
  return bytes && { groups, file, json: () => bytes, all: () => parse(bytes) };
}

/** The list first: whoever dies in between leaves the last build as it was, and a file that the next one removes. */
export function writeLastBuild(stateDir: string, out: string, { findings, ...last }: LastBuild): void {
  const file = findings.file ?? writeList(stateDir, out, findings.json());
  const stored: StoredBuild = { ...last, groups: [...findings.groups], problems: basename(file) };
  writeWithChecksum(fileFor(stateDir, out), JSON.stringify(stored));
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(listPrefix(out)) && name !== basename(file))
      rmSync(join(folder, name), { force: true, recursive: true });
  }
}

function writeList(stateDir: string, out: string, text: string | Uint8Array): string {
  const file = join(stateDir, "cache", `${listPrefix(out)}${hashOf(text)}.json`);
  writeFileAtomicSync(file, text);
  return file;
}

function storedFindings(file: string, groups: readonly ProblemGroup[]): Findings {
  const json = () => {
    const bytes = readList(file);
    if (bytes) return bytes;
    throw sitegenError("UNEXPECTED", {
      message: `The list of problems of the last build is not as it was written: ${file}.`,
      hint: "Run again with --full.",
    });
  };
  return { groups, file, json, all: () => parse(json()) };
}

function parse(bytes: Buffer): Problem[] {
  return JSON.parse(bytes.toString()) as Problem[]; // written by `writeList`
}

/** Null where the bytes are not those that the name stands for. */
function readList(file: string): Buffer | null {
  try {
    const bytes = readFileSync(file);
    return file.endsWith(`-${hashOf(bytes)}.json`) ? bytes : null;
  } catch {
    return null;
  }
}

/** One state folder may serve several output folders. */
function fileFor(stateDir: string, out: string): string {
  return join(stateDir, "cache", `last-build-${nameOf(out)}.json`);
}

function listPrefix(out: string): string {
  return `problems-${nameOf(out)}-`;
}

function nameOf(out: string): string {
  return hashOf(out).slice(0, 12);
}

function hashOf(content: string | Uint8Array): string {
  return createHash("sha1").update(content).digest("hex");
}
