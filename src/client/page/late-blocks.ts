import type { Shared } from "../../content/payload.ts";

/**
 * Puts blocks that the document does not carry into their places: before the page is taken over, which leaves them as
 * they are. A link in what stood there keeps the focus, where the block has the same one.
 */
export function putLateBlocks({ late = {} }: Pick<Shared, "late">): void {
  for (const [mark, html] of Object.entries(late)) {
    const find = (within = "") => document.querySelector<HTMLElement>(`[data-block="${mark}"]${within}`);
    const focused = find(" :focus")?.getAttribute("href");
    const place = find();
    if (place) place.outerHTML = html;
    if (focused) find(` [href="${CSS.escape(focused)}"]`)?.focus();
  }
}
