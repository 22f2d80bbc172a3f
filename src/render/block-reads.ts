/**
 * Finds out which static blocks a block around them reads, such as tabs that show the titles of what is in them: the
 * browser needs the data of these, though their markup is kept.
 */
import type { Block } from "../site/api/payload.ts";

/** How often fields of a block were read, and by whom. */
interface Count {
  block: Block;
  reads: number;
  /** Reads of one rendering by `Blocks`: each field but `_uid`, and `component` once more. */
  each: number;
  renders: number;
}

const COUNT = Symbol("count");
type Counted = { [COUNT]: Count };

/** Shared by all blocks, since getters of its own make an object four times as slow. */
const getters = new Map<string, PropertyDescriptor>();

function getterOf(name: string): PropertyDescriptor {
  const known = getters.get(name);
  if (known) return known;
  function get(this: Counted): unknown {
    this[COUNT].reads += 1;
    return this[COUNT].block[name];
  }
  const made = { get, enumerable: true };
  getters.set(name, made);
  return made;
}

export function countBlockReads() {
  const counts = new Map<string, Count>();
  return {
    /** A copy of a block with a mark, whose reads are counted from now on. */
    watch(block: Block): Block {
      const names = Object.keys(block);
      const count = { block, reads: 0, each: names.length, renders: 0 };
      counts.set(block._mark ?? "", count);
      const copy = Object.defineProperty({}, COUNT, { value: count }) as Block;
      for (const name of names) {
        // The key of nearly every list of blocks; keys do not show.
        if (name === "_uid") Object.defineProperty(copy, name, { value: block._uid, enumerable: true });
        else Object.defineProperty(copy, name, getterOf(name));
      }
      return copy;
    },
    /** Told of each block that is rendered: `Blocks` reads all of its fields then, as its props. */
    rendered(mark: string): void {
      const count = counts.get(mark);
      if (count) count.renders += 1;
    },
    /** Whether anything else has read a field of the block. */
    isRead(mark: string): boolean {
      const count = counts.get(mark);
      return count !== undefined && count.reads > count.renders * count.each;
    },
  };
}
