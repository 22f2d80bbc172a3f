import { loaders } from "virtual:sitegen/loaders";
import type { Components } from "../../kit/site.tsx";

/** The page needs a block that this app does not have, so it belongs to another build. */
class UnknownBlockError extends Error {}

/** A chunk could not be loaded (specification §8). */
export class ChunkError extends Error {}

/** Loads the scripts of the named blocks; the browser caches them. */
export async function loadComponents(names: readonly string[]): Promise<Components> {
  const entries = await Promise.all([...new Set(names)].map(async (name) => [name, await load(name)] as const));
  return Object.fromEntries(entries);
}

/** The same for a page that is already shown: returns the names that failed instead of throwing. */
export async function loadAvailable(
  names: readonly string[],
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

async function load(name: string): Promise<Components[string]> {
  const loader = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (!loader) throw new UnknownBlockError(`There is no block ${name} in this build.`);
  try {
    return await loader();
  } catch (cause) {
    throw new ChunkError(`The chunk of the block ${name} could not be loaded.`, { cause });
  }
}
