export interface ListPage<T> {
  items: T[];
  /** The service's `total` header; may be missing or wrong. */
  total: number | null;
}

export interface WalkOptions<T> {
  perPage: number;
  /** How many pages to request at once after the first. */
  parallel: number;
  fetchPage: (page: number) => Promise<ListPage<T>>;
  /** Called once per page, in order of arrival. */
  take: (items: T[]) => void;
}

/**
 * Reads every page of a listing. The `total` header is only used to request pages in parallel; the listing ends with an
 * empty page, or a short one once `total` is reached. So a missing or wrong total costs a request or two and loses
 * nothing. (The client's getAll reads only page 1 without the header.)
 */
export async function walkPages<T>({ perPage, parallel, fetchPage, take }: WalkOptions<T>): Promise<void> {
  const walk = { seen: 0, last: 0, total: null as number | null, ended: false, next: 1, first: "" };
  const readNext = async () => {
    const page = walk.next;
    walk.next += 1;
    const { items, total } = await fetchPage(page);
    const first = JSON.stringify(items[0]) ?? "";
    // A service that ignores `page` would return the first page forever.
    if (items.length === 0 || (page > 1 && first === walk.first)) {
      walk.ended = true;
      return;
    }
    if (page === 1) walk.first = first;
    if (page === walk.next - 1) walk.last = items.length;
    walk.seen += items.length;
    walk.total = total;
    take(items);
  };

  await readNext();
  const promised = walk.last < perPage ? 1 : Math.ceil((walk.total ?? 0) / perPage);
  const worker = async () => {
    while (!walk.ended && walk.next <= promised) await readNext();
  };
  await Promise.all(Array.from({ length: Math.min(parallel, Math.max(0, promised - 1)) }, worker));
  const more = () => walk.last === perPage || (walk.total !== null && walk.seen < walk.total);
  while (!walk.ended && more()) await readNext();
}
