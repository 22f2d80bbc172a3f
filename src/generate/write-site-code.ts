/** Writes a site's bundle for the next run: only where it was bundled, which takes longer than to load this. */
import { lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWithChecksum } from "../files/checksum-file.ts";
import { fileHashes } from "../files/file-hashes.ts";
import { contentHash } from "../files/hash.ts";
import { writeFileAtomicSync } from "../files/write-file-atomic.ts";
import { type BundledSite, codeFile, INDEX, type Stored } from "./site-code-cache.ts";

/** Writes files atomically; a parallel run sees the old ones or the new ones. `begun`: when bundling began. */
export function writeBundledSite(folder: string, { code, map, ...site }: BundledSite, begun = Date.now()): void {
  const content = contentHash(code);
  const files = fileHashes(folder);
  mkdirSync(folder, { recursive: true });
  writeFileAtomicSync(`${codeFile(folder, content)}.map`, map);
  writeFileAtomicSync(codeFile(folder, content), code);
  writeWithChecksum(
    join(folder, INDEX),
    JSON.stringify({ ...site, hashes: site.inputs.map((path) => files.ofRead(path, begun)), content } satisfies Stored),
  );
  files.save();
  removeOld(folder, content);
}

const HOUR = 3_600_000;

/** Removes code of earlier runs, except what a running process may still load in a thread. */
function removeOld(folder: string, content: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!/^site-\w+\.mjs(?:\.map)?$/.test(name) || path.startsWith(codeFile(folder, content))) continue;
    // The entry itself: a link may lead nowhere, and another process may have removed it.
    const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - changed > HOUR) rmSync(path, { recursive: true, force: true });
  }
}
