/** What a walk needs to know of one page. */
export interface PageCount {
  count: number;
  /** The service's `total` header; may be missing or wrong. */
  total: number | null;
}

export interface WalkOptions {
  perPage: number;
  /** How many pages may be asked for at once after the first. */
  parallel: number;
  fetchPage: (page: number) => Promise<PageCount>;
}

/**
 * Reads every page of a listing. The `total` header only lets pages be asked for side by side; the end is
 * where the pages end: an empty page, or a short one once `total` is reached. So a total that is missing or
 * wrong costs a request or two and loses nothing. (getAll of the client reads page 1 only without it.)
 */
export async function walkPages({ perPage, parallel, fetchPage }: WalkOptions): Promise<void> {
  const counts = new Map<number, number>();
  let seen = 0;
  let total: number | null = null;
  let ended = false;
  let next = 1;
  const readNext = async () => {
    const page = next;
    next += 1;
    const answer = await fetchPage(page);
    counts.set(page, answer.count);
    seen += answer.count;
    total = answer.total;
    if (answer.count === 0) ended = true;
  };

  await readNext();
  const promised = fullPages(counts.get(1) ?? 0, total, perPage);
  const worker = async () => {
    while (!ended && next <= promised) await readNext();
  };
  await Promise.all(Array.from({ length: Math.min(parallel, promised - 1) }, worker));
  while (!ended && hasMore({ last: counts.get(next - 1) ?? 0, perPage, seen, total })) await readNext();
}

/** Pages that `total` promises; a first page that is short although more is promised makes that doubtful. */
function fullPages(first: number, total: number | null, perPage: number): number {
  if (total === null || first < perPage) return 1;
  return Math.max(1, Math.ceil(total / perPage));
}

function hasMore({
  last,
  perPage,
  seen,
  total,
}: {
  last: number;
  perPage: number;
  seen: number;
  total: number | null;
}) {
  if (last === perPage) return true;
  return last > 0 && total !== null && seen < total;
}
