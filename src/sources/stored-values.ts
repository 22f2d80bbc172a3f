/** The last good values of each source, in the state folder, with when it was asked. Can be deleted: then it is asked. */
import { join } from "node:path";
import type { SourceRow } from "../content/source-values.ts";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../files/checksum-file.ts";

/** What is known of a source without its values. */
export interface StoredSource {
  /** Hash of its values; "" if there never were any. */
  hash: string;
  /** When it was asked last, in milliseconds. */
  asked: number;
}

export type StoredSources = Record<string, StoredSource>;

const FOLDER = "sources";

export function readStored(stateDir: string, onDamaged?: OnDamaged): StoredSources {
  const text = readWithChecksum(indexFile(stateDir), onDamaged);
  return text === null ? {} : (JSON.parse(text) as StoredSources); // as written below
}

export function writeStored(stateDir: string, stored: StoredSources): void {
  writeWithChecksum(indexFile(stateDir), JSON.stringify(stored));
}

/** Null if there are none. */
export function readRows(stateDir: string, name: string, onDamaged?: OnDamaged): SourceRow[] | null {
  const text = readWithChecksum(valuesFile(stateDir, name), onDamaged);
  return text === null ? null : (JSON.parse(text) as { rows: SourceRow[] }).rows; // as written below
}

export function writeRows(stateDir: string, name: string, rowsJson: string): void {
  // A plain list would be taken for an earlier version's file.
  writeWithChecksum(valuesFile(stateDir, name), `{"rows":${rowsJson}}`);
}

function indexFile(stateDir: string): string {
  return join(stateDir, FOLDER, "index.json");
}

function valuesFile(stateDir: string, name: string): string {
  return join(stateDir, FOLDER, `${name}.values.json`);
}
