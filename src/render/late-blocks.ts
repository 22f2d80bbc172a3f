import { createElement } from "react";
import type { Block, Payload, Shared } from "../content/payload.ts";
import type { App } from "../kit/create-app.tsx";
import type { Components } from "../kit/site.tsx";
import { selfCloseEmptyTags } from "./self-close-empty-tags.ts";
import { renderWatched } from "./static-blocks.ts";

export interface LateBlocksInput {
  /** Blocks with their hydration marks. */
  blocks: readonly Block[];
  shared: Shared;
  /** A payload without a story, to render the blocks with. */
  payload: Payload;
  components: Components;
  App: App;
}

/**
 * Markup of blocks that are not part of the documents, by hydration mark. A block that fails is left out, and so is one
 * whose root element has no mark: pages then render it in place and report the error.
 */
export function renderLateBlocks({ blocks, ...site }: LateBlocksInput): Record<string, string> {
  return Object.fromEntries(
    blocks.flatMap((block) => {
      const html = markupOf(block, site);
      const isMarked = block._mark !== undefined && /^<[^>]*>/.exec(html)?.[0].includes(` data-block="${block._mark}"`);
      return isMarked ? [[block._mark, html]] : [];
    }),
  );
}

function markupOf(block: Block, { App, ...site }: Omit<LateBlocksInput, "blocks">): string {
  try {
    // Unique ids, since the page may show the same block.
    return selfCloseEmptyTags(
      renderWatched(createElement(App, { ...site, alone: [block] }), { identifierPrefix: `late-${block._mark}-` }),
    );
  } catch {
    return "";
  }
}
