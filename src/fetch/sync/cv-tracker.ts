/** Tracks whether everything that was read came from the same content version (cv). */
export interface CvTracker {
  /** The content version to request. */
  readonly cv: number;
  /** Records the content version of a response; null if it has none. */
  note(cv: number | null): void;
  /** Requests the newest version seen from now on. */
  adopt(): void;
  /** The newest version seen, or the requested one if responses have none. */
  newest(): number;
  /** True if more than one version was seen: the result may be inconsistent. */
  isInconsistent(): boolean;
}

/** `steady` is false for drafts, whose responses are not tied to a version. */
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
    isInconsistent: () => steady && seen.size > 1,
  };
}

/** For drafts alone, which are of no version. */
export function createDraftTracker(): CvTracker {
  return createCvTracker(0, { steady: false });
}
