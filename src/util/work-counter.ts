/** Counts of a build's work, so that tests can check how its cost grows without measuring time. */
export type CountedWork =
  /** Cards built. */
  | "cards"
  /** Stories returned or skipped by a list query. */
  | "entries"
  /** Stories added to list indexes, once per build. */
  | "indexed"
  /** Payloads built. */
  | "payloads"
  /** Pages rendered. */
  | "pages"
  /** Stories and payloads read from disk. */
  | "files";

export type CountWork = (work: CountedWork, times?: number) => void;
