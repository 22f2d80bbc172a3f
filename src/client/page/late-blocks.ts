import { withoutLateBlocks } from "../../kit/late-blocks.tsx";
import type { Shared } from "../../site/api/payload.ts";

/**
 * Inserts blocks that are not part of the document, before hydration, which keeps their markup. If something in their
 * place has the focus, the block's first link gets it. Returns the shared state without their markup.
 */
export function insertLateBlocks(shared: Shared): Shared {
  for (const [mark, html] of Object.entries(shared.late ?? {})) {
    const find = (more: string) => document.querySelector<HTMLElement>(`[data-block="${mark}"]${more}`);
    const place = find("[data-late]");
    const isFocused = place?.contains(document.activeElement);
    if (place) place.outerHTML = html;
    if (isFocused) find(" [href]")?.focus();
  }
  return withoutLateBlocks(shared);
}
