import type { Shared } from "../../content/payload.ts";
import { withoutLateBlocks } from "../../kit/late-blocks.tsx";

/**
 * Puts blocks that the document does not carry into their places, before the page is taken over, which leaves them as
 * they are. A link in what stood there keeps the focus, where the block has the same one. Answers the state that the app
 * goes on with.
 */
export function putLateBlocks(shared: Shared): Shared {
  for (const [mark, html] of Object.entries(shared.late ?? {})) {
    const place = document.querySelector<HTMLElement>(`[data-block="${mark}"][data-late]`);
    const focused = place?.querySelector(":focus")?.getAttribute("href");
    if (place) place.outerHTML = html;
    if (focused) document.querySelector<HTMLElement>(`[data-block="${mark}"] [href="${CSS.escape(focused)}"]`)?.focus();
  }
  return withoutLateBlocks(shared);
}
