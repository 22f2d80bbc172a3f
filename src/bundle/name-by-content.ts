import { createHash } from "node:crypto";
import type { Metafile } from "esbuild";
import { reachedFrom } from "./reached-from.ts";

export interface OutputFile {
  /** Path below the output folder. */
  path: string;
  bytes: Uint8Array;
}

interface Named {
  files: OutputFile[];
  metafile: Metafile;
}

/** All files with the same name, such as a script and its licence text. */
interface Part {
  stem: string;
  /** esbuild's value of `[hash]`. */
  hash: string;
  /** Identifies the part's content; each round includes more of its references. */
  fingerprint: string;
  references: Part[];
}

/** A hashed file name, and esbuild's value of `[hash]`. */
const HASHED = /([^/]*)-([0-9A-Z]{8})(?:\.\w+)+$/;
const REFERENCE = /-([0-9A-Z]{8})(?![0-9A-Za-z])/g;
const TEXT = /\.(?:js|css|txt)$/;
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Replaces esbuild's hash in all file names and references by a content hash. esbuild's hash includes source paths
 * relative to the working folder, which differ between a checkout and an installed package with hoisted dependencies.
 * `sourcesOf` returns an output's sources by stable names, so that two files with the same code stay separate.
 */
export function nameByContent(
  files: readonly OutputFile[],
  metafile: Metafile,
  sourcesOf: (path: string) => readonly string[],
): Named {
  const parts = collectParts(files, sourcesOf);
  refine(parts);
  const names = new Map(parts.map((part) => [part, contentHash(part)]));
  const replace = referenceReplacer(parts);
  const rename = (text: string) => replace(text, (part) => `-${names.get(part) ?? part.hash}`);
  return {
    files: files.map(({ path, bytes }) => ({
      path: rename(path),
      bytes: TEXT.test(path) ? Buffer.from(rename(textOf(bytes))) : bytes,
    })),
    metafile: JSON.parse(rename(JSON.stringify(metafile))) as Metafile,
  };
}

/** The parts with their references. A part's first fingerprint is its text without references. */
function collectParts(files: readonly OutputFile[], sourcesOf: (path: string) => readonly string[]): Part[] {
  const parts = new Map<string, Part>();
  for (const { path } of files) {
    const [, stem = "", hash = ""] = HASHED.exec(path) ?? [];
    if (hash !== "") parts.set(`${stem}-${hash}`, { stem, hash, fingerprint: "", references: [] });
  }
  const all = [...parts.values()];
  const replace = referenceReplacer(all);
  for (const { path, bytes } of files) {
    const [, stem = "", hash = ""] = HASHED.exec(path) ?? [];
    const part = parts.get(`${stem}-${hash}`);
    if (!part) continue;
    const content = TEXT.test(path)
      ? replace(textOf(bytes), (reference) => {
          part.references.push(reference);
          return "-";
        })
      : bytes;
    part.fingerprint = digest([part.fingerprint, stem, ...sourcesOf(path), digest([content])]);
  }
  return all;
}

/** Combines each part's fingerprint with those of its references, until no more parts can be told apart. */
function refine(parts: readonly Part[]): void {
  for (let known = 0, count = kinds(parts); count > known; known = count, count = kinds(parts)) {
    const next = parts.map(({ fingerprint, references }) =>
      digest([fingerprint, ...references.map((part) => part.fingerprint)]),
    );
    for (const [index, part] of parts.entries()) part.fingerprint = next[index] ?? part.fingerprint;
  }
}

function kinds(parts: readonly Part[]): number {
  return new Set(parts.map(({ fingerprint }) => fingerprint)).size;
}

/** Covers the part and everything it refers to, so that its name changes whenever any of that does. */
function contentHash(part: Part): string {
  const reached = reachedFrom([part], ({ references }) => references);
  const bytes = createHash("sha256").update(part.fingerprint);
  for (const fingerprint of [...reached].map((other) => other.fingerprint).sort()) bytes.update(fingerprint);
  return [...bytes.digest().subarray(0, 8)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

type Replace = (text: string, replacement: (part: Part) => string) => string;

function referenceReplacer(parts: readonly Part[]): Replace {
  const byHash = new Map<string, Part[]>();
  for (const part of parts) byHash.set(part.hash, [...(byHash.get(part.hash) ?? []), part]);
  for (const same of byHash.values()) same.sort((a, b) => b.stem.length - a.stem.length);
  return (text, replacement) =>
    text.replace(REFERENCE, (found, hash: string, offset: number) => {
      const part = byHash.get(hash)?.find(({ stem }) => text.endsWith(stem, offset));
      return part ? replacement(part) : found;
    });
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

/** Of texts in order. */
export function digest(values: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const value of values) hash.update(String(value.length)).update("\0").update(value);
  return hash.digest("hex");
}
