/** The current version, and older ones that a CDN may still have cached. */
import type { SpaceContents } from "../model.ts";
import { buildState, type SpaceState } from "./state.ts";

export interface SpaceStore {
  current(): SpaceState;
  /** An older version by its cv. */
  older(cv: number): SpaceState | undefined;
  replace(contents: SpaceContents, cv: number): void;
}

const KEPT_VERSIONS = 8;

export function createStore(contents: SpaceContents, cv: number): SpaceStore {
  let current = buildState(contents, cv);
  let past: readonly SpaceState[] = [];
  return {
    current: () => current,
    older: (wanted) => past.find((state) => state.cv === wanted),
    replace(next, nextCv) {
      if (nextCv !== current.cv) past = [current, ...past].slice(0, KEPT_VERSIONS);
      current = buildState(next, nextCv);
    },
  };
}
