import type { Components } from "../../kit/site.tsx";
import type { Payload, Shared } from "../../site/api/payload.ts";

/** A chunk could not be loaded (specification §8). */
export class ChunkError extends Error {}

export type LoadBlock = (name: string) => Promise<Components[string]>;

/** Loads the scripts of the blocks of a page, of a shared state, or of both; the browser caches them. */
export async function loadComponents(...of: readonly Pick<Payload | Shared, "blocks" | "code">[]): Promise<Components> {
  const load = loadBlocksFrom(of.flatMap(({ code = [] }) => code));
  const names = new Set(of.flatMap(({ blocks }) => blocks));
  return Object.fromEntries(await Promise.all([...names].map(async (name) => [name, await load(name)] as const)));
}

/** The same for a page that is already shown: returns the names that failed instead of throwing. */
export async function loadAvailable(
  names: readonly string[],
  load: LoadBlock,
): Promise<{ components: Components; lost: ReadonlyMap<string, unknown> }> {
  const lost = new Map<string, unknown>();
  const entries = names.map(async (name) => {
    try {
      return [[name, await load(name)] as const];
    } catch (error) {
      lost.set(name, error);
      return [];
    }
  });
  return { components: Object.fromEntries((await Promise.all(entries)).flat()), lost };
}

/**
 * Loads blocks by the addresses of their scripts, each with the block's name behind a "#". The app itself names no
 * block's script, so that it stays the same when a block's code changes, and with it all pages without the block.
 */
export function loadBlocksFrom(code: readonly string[]): LoadBlock {
  const addresses = new Map(
    code.map((item) => item.split("#")).map(([address = "", name = ""]) => [decodeURIComponent(name), address]),
  );
  return async (name) => {
    const address = addresses.get(name);
    // It belongs to another build.
    if (!address) throw new Error(`The page names no code for the block ${name}.`);
    let cause: unknown;
    try {
      const { default: block } = (await import(address)) as { default?: Components[string] };
      if (block) return block; // an empty answer is a script too
    } catch (error) {
      cause = error;
    }
    throw new ChunkError(`The chunk of the block ${name} could not be loaded.`, { cause });
  };
}
