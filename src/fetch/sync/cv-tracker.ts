/** Watches over one reading of the space: was everything served from one and the same content version? */
export interface CvTracker {
  /** The content version that requests ask for. */
  readonly cv: number;
  /** Notes the content version an answer was served from; null where the answer names none. */
  note(cv: number | null): void;
  /** From now on requests ask for the newest version seen. */
  adopt(): void;
  /** The newest version seen, or the one asked for where answers name none. */
  newest(): number;
  /** More than one version was seen: what was read may be torn. */
  torn(): boolean;
}

/** `steady` is false for drafts, whose answers are not tied to a version. */
export function createCvTracker(cv: number, { steady }: { steady: boolean }): CvTracker {
  const seen = new Set<number>();
  let pinned = cv;
  return {
    get cv() {
      return pinned;
    },
    note(served) {
      if (served !== null) seen.add(served);
    },
    adopt() {
      if (seen.size > 0) pinned = Math.max(...seen);
    },
    newest: () => (seen.size > 0 ? Math.max(...seen) : pinned),
    torn: () => steady && seen.size > 1,
  };
}
