/** Bytes that outputs keep from build to build because they take long to make, as files of the state folder. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { contentHash } from "../../files/hash.ts";
import { writeFileAtomic } from "../../files/write-file-atomic.ts";

export interface KeptBytes {
  get(name: string, make: () => Uint8Array | Promise<Uint8Array>): Promise<Uint8Array>;
  prune(used: ReadonlySet<string>): void;
}

/** The file name for an id. */
export function keptName(output: string, id: string): string {
  return contentHash(`${output}\n${id}`);
}

export function openKeptBytes(stateDir: string): KeptBytes {
  const folder = join(stateDir, "cache", "outputs");
  return {
    async get(name, make) {
      const file = join(folder, name);
      if (existsSync(file)) return readFileSync(file);
      const bytes = await make();
      await writeFileAtomic(file, bytes);
      return bytes;
    },
    prune(used) {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) if (!used.has(name)) rmSync(join(folder, name), { force: true });
    },
  };
}
