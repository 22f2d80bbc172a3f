/** What a build did, counted: how its cost grows can be tested without a clock. */
export type CountedWork =
  /** Cards made of stories. */
  | "cards"
  /** Stories looked at to answer a question of a page. */
  | "entries"
  /** Stories put into an index of lists, once a build. */
  | "indexed"
  /** Payloads put together. */
  | "payloads"
  /** Pages rendered. */
  | "pages"
  /** Stories and payloads read from disk. */
  | "files"
  /** Rows read of what the last build left by key. */
  | "rows";

export type CountWork = (work: CountedWork, times?: number) => void;
