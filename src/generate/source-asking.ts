import { relative } from "node:path";
import type { OnDamaged } from "../files/checksum-file.ts";
import type { Source } from "../site/sources.ts";
import type { LoadedSources } from "../sources/load-sources.ts";
import type { BuildOptions } from "./build-options.ts";
import type { OpenedSite } from "./open-site.ts";
import { withLocation } from "./source-location.ts";

export const NO_SOURCES: LoadedSources = { values: {}, hashes: {}, changed: {}, problems: [], dueMs: null };

/** Gives the values of the site's own sources; a source is asked by the first call alone. */
export type AskSources = (opened: OpenedSite, onDamaged?: OnDamaged) => Promise<LoadedSources>;

type AskingOptions = Pick<BuildOptions, "config" | "stateDir" | "offline" | "ask" | "env" | "signal">;

/** A site without sources loads no code for them. */
export function createSourceAsking(options: AskingOptions): AskSources {
  const { config, stateDir, offline, ask = offline ? "none" : "all", signal } = options;
  let isAsked = false;
  return async (opened, onDamaged) => {
    if (opened.sources.length === 0) return NO_SOURCES;
    const { loadSources } = await import("../sources/load-sources.ts");
    const again = isAsked && ask !== "none";
    isAsked = true;
    const declared = Object.entries((await opened.load()).site.sources);
    const sources = Object.fromEntries(declared.map(([name, source]) => [name, locating(source)]));
    const env = options.env ?? (await import("../config/env-file.ts")).readEnvironment(config.root, process.env);
    const file = relative(config.root, opened.file);
    return loadSources({ sources, file, stateDir, ask: again ? { now: [] } : ask, env, signal, onDamaged });
  };
}

/** The source, whose errors have their place in the site's code. */
const locating = (source: Source<unknown>): Source<unknown> => ({
  ...source,
  load: async (given) => {
    try {
      return await source.load(given);
    } catch (cause) {
      throw withLocation(cause);
    }
  },
});
