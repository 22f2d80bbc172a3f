import type { Shared } from "../../content/payload.ts";
import { withoutLateBlocks } from "../../kit/late-blocks.tsx";

/**
 * Puts blocks that the document does not carry into their places, before the page is taken over, which leaves them as
 * they are. Where something in such a place has the focus, the block's first link gets it. Returns the state that the
 * app goes on with.
 */
export function putLateBlocks(shared: Shared): Shared {
  for (const [mark, html] of Object.entries(shared.late ?? {})) {
    const find = (more: string) => document.querySelector<HTMLElement>(`[data-block="${mark}"]${more}`);
    const place = find("[data-late]");
    const isFocused = place?.contains(document.activeElement);
    if (place) place.outerHTML = html;
    if (isFocused) find(" [href]")?.focus();
  }
  return withoutLateBlocks(shared);
}
