import { createHash } from "node:crypto";
import { join } from "node:path";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../checksum-file.ts";
import type { Problem } from "../problem.ts";
import { type BuildInputs, buildInputsHash } from "./build-inputs-hash.ts";
import { shortHash } from "./short-hash.ts";

/** What is kept of a finished build: a build of the same inputs has nothing to do. */
export interface LastBuild {
  /** Of everything that the output was made from. */
  key: string;
  report: { buildId: string; cv: number; stories: number; redirects: number; problems: Problem[]; pages: number };
}

/**
 * Everything an output depends on, as one hash: content (`snapshot` names it: src/fetch/snapshot/manifest.ts) and
 * rules. Equal key, equal output, so a build with the last one's key has nothing to do but to see that its files are
 * still there.
 */
export async function buildKey({ snapshot, ...rules }: BuildInputs & { snapshot: string }): Promise<string> {
  return shortHash(snapshot + (await buildInputsHash(rules)));
}

/** Null where none is known. */
export function readLastBuild(stateDir: string, out: string, onDamaged: OnDamaged): LastBuild | null {
  const text = readWithChecksum(fileFor(stateDir, out), onDamaged);
  return text === null ? null : (JSON.parse(text) as LastBuild); // its checksum is right: `writeLastBuild` wrote it
}

export function writeLastBuild(stateDir: string, out: string, last: LastBuild): void {
  writeWithChecksum(fileFor(stateDir, out), JSON.stringify(last));
}

/** One state folder may serve several output folders. */
function fileFor(stateDir: string, out: string): string {
  const name = createHash("sha1").update(out).digest("hex").slice(0, 12);
  return join(stateDir, "cache", `last-build-${name}.json`);
}
