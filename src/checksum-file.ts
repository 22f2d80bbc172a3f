import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFileAtomicSync } from "./write-file-atomic.ts";

/** Called with the path of a state file that is not as it was written; the caller goes on without it. */
export type OnDamaged = (file: string) => void;

/** A text with its SHA-256 in front, so that a reader can tell whether a byte has changed. */
export function addChecksum(text: string): string {
  return `${digest(text)}\n${text}`;
}

/** The text without its checksum, or null where the two do not fit. */
export function verifyChecksum(stored: string): string | null {
  const end = stored.indexOf("\n");
  const text = stored.slice(end + 1);
  return end > 0 && stored.slice(0, end) === digest(text) ? text : null;
}

/** Null when the file is missing or damaged; damage is reported, a folder in the file's place counts as such. */
export function readWithChecksum(file: string, onDamaged?: OnDamaged): string | null {
  let text: string | null;
  try {
    const stored = readFileSync(file, "utf8");
    if (/^[[{]/.test(stored)) return null; // plain JSON, as earlier versions wrote it
    text = verifyChecksum(stored);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    text = null;
  }
  if (text === null) onDamaged?.(file);
  return text;
}

/** Replaces the file in one rename; a folder in its place is removed. */
export function writeWithChecksum(file: string, text: string): void {
  writeFileAtomicSync(file, addChecksum(text));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
