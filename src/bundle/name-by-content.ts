import { createHash } from "node:crypto";
import type { Metafile } from "esbuild";

export interface OutputFile {
  /** Path below the output folder. */
  path: string;
  bytes: Uint8Array;
}

interface Named {
  files: OutputFile[];
  metafile: Metafile;
}

/** All files of one name: a script, say, and its licence texts. */
interface Part {
  /** Name without hash. */
  stem: string;
  /** What esbuild put for `[hash]`. */
  hash: string;
  /** What stands for the part's own content; grows more exact with each round. */
  fingerprint: string;
  references: Part[];
}

/** The name of a hashed file, and what esbuild put for `[hash]`. */
const HASHED = /([^/]*)-([0-9A-Z]{8})(?:\.\w+)+$/;
const REFERENCE = /-([0-9A-Z]{8})(?![0-9A-Za-z])/g;
const TEXT = /\.(?:js|css|txt)$/;
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Replaces esbuild's hash in every file's name, and wherever a file is named, by a hash of content. esbuild's hash also
 * covers the sources' paths seen from the working folder, which differ between a checkout and an installed package
 * whose dependencies are beside it. `sourcesOf` gives the sources of an output by stable names: two files of equal code
 * stay two files.
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

/** The parts with their references; a part's first fingerprint is its text with every reference left out. */
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

/** Mixes the fingerprints of what a part refers to into its own, in order, until nothing more can be distinguished. */
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

/** Covers the part and everything it reaches, so that a name changes whenever anything behind it does. */
function contentHash(part: Part): string {
  const reached = new Set([part]);
  for (const { references } of reached) for (const reference of references) reached.add(reference);
  const bytes = createHash("sha256").update(part.fingerprint);
  for (const fingerprint of [...reached].map((other) => other.fingerprint).sort()) bytes.update(fingerprint);
  return [...bytes.digest().subarray(0, 8)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

type Replace = (text: string, replacement: (part: Part) => string) => string;

/** Replaces the hash wherever a text names a part. */
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

function digest(values: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const value of values) hash.update(String(value.length)).update("\0").update(value);
  return hash.digest("hex");
}
