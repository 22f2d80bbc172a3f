/** Up to this many pages, all of them are linked. */
const SHOWN = 7;

/**
 * The page numbers of a pagination: first, last, the current one and its neighbours; 0 is a gap. Always the same number
 * of steps, so that the row keeps its width from page to page.
 */
export function pageNumbers(page: number, pages: number): number[] {
  if (pages <= SHOWN) return range(1, pages);
  if (page <= 4) return [...range(1, 5), 0, pages];
  if (page >= pages - 3) return [1, 0, ...range(pages - 4, pages)];
  return [1, 0, page - 1, page, page + 1, 0, pages];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
