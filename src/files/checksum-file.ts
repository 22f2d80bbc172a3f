import { readFileSync } from "node:fs";
import { errno } from "../problems/cause.ts";
import type { Reporter } from "../problems/reporter.ts";
import { sha256 } from "./hash.ts";
import { writeFileAtomicSync } from "./write-file-atomic.ts";

/** Called with the path of a damaged state file; the caller continues without it. */
export type OnDamaged = (file: string) => void;

/** A text preceded by its SHA-256, so that a reader can detect changes. */
export function addChecksum(text: string): string {
  return `${sha256(text)}\n${text}`;
}

/** The text without its checksum; null if they do not match. */
export function verifyChecksum(stored: string): string | null {
  const end = stored.indexOf("\n");
  const text = stored.slice(end + 1);
  return end > 0 && stored.slice(0, end) === sha256(text) ? text : null;
}

/** Null if the file is missing or damaged; damage is reported, including a folder in the file's place. */
export function readWithChecksum(file: string, onDamaged?: OnDamaged): string | null {
  let text: string | null;
  try {
    const stored = readFileSync(file, "utf8");
    if (/^[[{]/.test(stored)) return null; // plain JSON of an earlier version
    text = verifyChecksum(stored);
  } catch (error) {
    if (errno(error) === "ENOENT") return null;
    text = null;
  }
  if (text === null) onDamaged?.(file);
  return text;
}

/** Replaces the file atomically; removes a folder in its place. */
export function writeWithChecksum(file: string, text: string): void {
  writeFileAtomicSync(file, addChecksum(text));
}

/** Reports that a file of the state folder was dropped; the build creates it again. */
export function warnDamaged(reporter: Pick<Reporter, "warn">): OnDamaged {
  return (file) => reporter.warn(`${file} was changed or damaged and has been dropped.`);
}
