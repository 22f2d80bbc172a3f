import { renderToString } from "react-dom/server";
import type { Block, Payload, Shared } from "../content/payload.ts";
import type { App } from "../kit/create-app.tsx";
import type { Components } from "../kit/site.tsx";
import { shortTags } from "./short-tags.ts";

export interface LateBlocksInput {
  /** Blocks with their marks. */
  blocks: readonly Block[];
  shared: Shared;
  /** A page of no story, which the blocks are rendered beside. */
  payload: Payload;
  components: Components;
  App: App;
}

/**
 * Markup of blocks that no document carries, by mark. A block that fails is left out, and so is one whose root does not
 * carry its mark: pages then render it in place, and report what is wrong with it.
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
    // Ids of its own: the page that it comes into may show the same block.
    return shortTags(renderToString(<App {...site} alone={[block]} />, { identifierPrefix: `late-${block._mark}-` }));
  } catch {
    return "";
  }
}
