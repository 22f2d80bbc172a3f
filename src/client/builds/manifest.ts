import { fetchJson } from "../page/fetch-json.ts";
import { NO_RULES, parseManifest, type RouteRules } from "./route-rules.ts";

const TIMEOUT = 8000;

export interface Manifest {
  /** The running build's rules, fetched on the first call; if that fails, no rules apply (specification §8). */
  rules(): Promise<RouteRules>;
}

/** The manifest lists every page, so it is only loaded for visitors who navigate. */
export function createManifest(options: { assets: string; running(): Promise<string | null> }): Manifest {
  let asked: Promise<RouteRules> | null = null;
  const load = async (): Promise<RouteRules> => {
    try {
      const id = await options.running();
      if (id === null) return NO_RULES;
      return parseManifest(await fetchJson(`${options.assets}builds/meta/${id}.json`, { timeout: TIMEOUT }));
    } catch (error) {
      console.warn("The build manifest could not be loaded, so no route rules apply.", error);
      return NO_RULES;
    }
  };
  return {
    rules() {
      asked ??= load();
      return asked;
    },
  };
}
