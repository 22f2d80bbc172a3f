/** The current version, and older ones that a CDN may still have cached. */
import type { SpaceContents } from "../model.ts";
import { buildState, type SpaceState } from "../state.ts";

export type SpaceStore = ReturnType<typeof createStore>;

const KEPT_VERSIONS = 8;

/**
 * With a minimum cache time of the tokens in seconds (`now` is in seconds since 1970), the cv is rounded down to a multiple of it. So a second publish inside such a window does not
 * change any address, and a CDN answers with the first one until the window ends.
 */
export function createStore(contents: SpaceContents, cv: number, cache: { seconds: number; now: () => number } | null) {
  let current = buildState(contents, cv);
  let past: readonly SpaceState[] = [];
  return {
    current: () => current,
    /** The version that published requests get: with a minimum cache time perhaps an older one, and its cv is rounded down. */
    published() {
      if (cache === null) return current;
      const { seconds, now } = cache;
      const started = roundDown(current.cv, seconds);
      const isCached = now() < started + seconds;
      const first = [current, ...past].findLast((state) => roundDown(state.cv, seconds) === started);
      return { ...((isCached && first) || current), cv: started };
    },
    older: (wanted: number) => past.find((state) => state.cv === wanted),
    replace(next: SpaceContents, nextCv: number) {
      if (nextCv !== current.cv) past = [current, ...past].slice(0, KEPT_VERSIONS);
      current = buildState(next, nextCv);
    },
  };
}

function roundDown(seconds: number, window: number): number {
  return Math.floor(seconds / window) * window;
}
