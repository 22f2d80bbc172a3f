/**
 * The last good values of each source, in the state folder, with the time of loading. Can be deleted; the sources are
 * then loaded.
 */
import { join } from "node:path";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../files/checksum-file.ts";

export interface StoredSource {
  /** Hash of its values; "" if there never were any. */
  hash: string;
  /** When it was last loaded, in milliseconds. */
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

/** A plain list would be taken for an earlier version's file. */
const BEFORE = '{"rows":';

/** The rows as JSON; null if there are none. */
export function readRows(stateDir: string, name: string, onDamaged?: OnDamaged): string | null {
  const text = readWithChecksum(valuesFile(stateDir, name), onDamaged);
  return text === null ? null : text.slice(BEFORE.length, -1);
}

export function writeRows(stateDir: string, name: string, rowsJson: string): void {
  writeWithChecksum(valuesFile(stateDir, name), `${BEFORE}${rowsJson}}`);
}

function indexFile(stateDir: string): string {
  return join(stateDir, FOLDER, "index.json");
}

function valuesFile(stateDir: string, name: string): string {
  return join(stateDir, FOLDER, `${name}.values.json`);
}
