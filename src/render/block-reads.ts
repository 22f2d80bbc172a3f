/**
 * Finds out which static blocks a block around them reads, such as tabs that show the titles of what is in them: the
 * browser needs the data of these, though their markup is kept.
 */
import type { Block } from "../content/payload.ts";

export interface BlockReads {
  /** A copy of a block with a mark, whose reads are counted from now on. */
  watch(block: Block): Block;
  /** Told of each block that is rendered: `Blocks` reads all of its fields then, as its props. */
  rendered(mark: string): void;
  /** Whether anything else has read a field of the block. */
  isRead(mark: string): boolean;
}

/** How often `Blocks` reads a field of a block that it renders, if not once. */
const READ_BY_BLOCKS: Readonly<Record<string, number>> = { component: 2 };

export function countBlockReads(): BlockReads {
  const counts = new Map<string, { renders: number; fields: Map<string, number> }>();
  return {
    watch(block) {
      const fields = new Map<string, number>();
      counts.set(block._mark ?? "", { renders: 0, fields });
      const copy = { ...block };
      for (const [name, value] of Object.entries(block)) {
        if (name === "_uid") continue; // the key of nearly every list of blocks, and keys do not show
        const get = () => {
          fields.set(name, (fields.get(name) ?? 0) + 1);
          return value;
        };
        Object.defineProperty(copy, name, { get });
      }
      return copy;
    },
    rendered(mark) {
      const count = counts.get(mark);
      if (count) count.renders += 1;
    },
    isRead(mark) {
      const { renders = 0, fields = [] } = counts.get(mark) ?? {};
      return [...fields].some(([name, count]) => count > renders * (READ_BY_BLOCKS[name] ?? 1));
    },
  };
}
