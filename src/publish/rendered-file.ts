import { contentHash } from "./content-hash.ts";
import type { Stage, StagedAt } from "./stage.ts";

/** A file from a render thread: staged, or in memory because it equals the last build's. */
export type RenderedFile = { hash: string; size: number } & ({ at: StagedAt } | { bytes: Uint8Array });

/** Stages a file unless the last build published the same, which is then most likely still in out/. */
export function stageIfChanged(stage: Stage, path: string, text: string, lastHash: string | undefined): RenderedFile {
  const bytes = Buffer.from(text); // encoded once for hashing and writing
  const hash = contentHash(bytes);
  if (hash === lastHash) return { hash, size: bytes.length, bytes };
  const at = stage.write(path, bytes);
  return { hash, size: at.size, at };
}

export function byteSize(bytes: Uint8Array | string): number {
  return typeof bytes === "string" ? Buffer.byteLength(bytes) : bytes.byteLength;
}
