/**
 * A hash tree (Merkle tree): from the hash of its top it can be told whether any of its leaves is the one that was stored
 * last. Neither a flipped byte, nor an older state, nor a part of another store is taken for a valid one.
 */
import { shortHash } from "../../short-hash.ts";

/** Thrown when what a store returns is not what was stored last. */
export class DamagedStore extends Error {}

/** A node: the hashes of its children, or a leaf. */
export type NumberedText = readonly [number: number, text: string];

export interface HashTree {
  /** The text of a leaf. Throws DamagedStore. */
  leaf(index: number): string;
  /** The nodes that change with some leaves, and the top's new hash. Throws DamagedStore. */
  changed(leaves: ReadonlyMap<number, string>): { nodes: NumberedText[]; hash: string };
}

/** A node has up to 2 ** BITS children. */
const BITS = 6;
const HASH_LENGTH = shortHash("").length;
/** More nodes than a level has. */
const LEVEL = 2 ** 24;

/** The number of a node. Zero is none. */
function numberOf(level: number, index: number): number {
  return (level + 1) * LEVEL + index;
}

/** The level of the leaves, of which there are 2 ** bits. The top's is 0. */
function depthOf(bits: number): number {
  return Math.ceil(bits / BITS);
}

/** All nodes, each after those below it, and then the hash of the top. */
export function* buildTree(leaves: Iterable<string>, bits: number): Generator<NumberedText, string> {
  let hashes: string[] = [];
  let level = depthOf(bits);
  for (const text of leaves) {
    yield [numberOf(level, hashes.length), text];
    hashes.push(shortHash(text));
  }
  for (; level > 0; level -= 1) {
    const above: string[] = [];
    for (let at = 0; at < hashes.length; at += 2 ** BITS) {
      const text = hashes.slice(at, at + 2 ** BITS).join("");
      yield [numberOf(level - 1, above.length), text];
      above.push(shortHash(text));
    }
    hashes = above;
  }
  return hashes[0] ?? "";
}

/** The shape of a tree, and the hash of its top. */
export interface TreeTop {
  bits: number;
  hash: string;
}

/** Reads nodes on demand, each once. `read` returns a node's text as stored, if there is one. */
export function openTree({ bits, hash }: TreeTop, read: (number: number) => string | undefined): HashTree {
  const depth = depthOf(bits);
  const known = new Map<number, string>();
  const node = (level: number, index: number): string => {
    const number = numberOf(level, index);
    const found = known.get(number);
    if (found !== undefined) return found;
    const expected = level === 0 ? hash : hashAt(node(level - 1, index >> BITS), index);
    const text = read(number);
    if (text === undefined || shortHash(text) !== expected) throw new DamagedStore();
    known.set(number, text);
    return text;
  };
  return {
    leaf: (index) => node(depth, index),
    changed(leaves) {
      const nodes: NumberedText[] = [];
      let texts = new Map(leaves);
      for (let level = depth; ; level -= 1) {
        for (const [index, text] of texts) nodes.push([numberOf(level, index), text]);
        if (level === 0) return { nodes, hash: shortHash(texts.get(0) ?? node(0, 0)) };
        const above = new Map<number, string>();
        for (const [index, text] of texts) {
          const parent = index >> BITS;
          above.set(parent, replaceHash(above.get(parent) ?? node(level - 1, parent), index, shortHash(text)));
        }
        texts = above;
      }
    },
  };
}

/** Where a node's hash is in the text of its parent. */
function offsetOf(index: number): number {
  return (index & (2 ** BITS - 1)) * HASH_LENGTH;
}

function hashAt(parent: string, index: number): string {
  return parent.slice(offsetOf(index), offsetOf(index) + HASH_LENGTH);
}

function replaceHash(parent: string, index: number, hash: string): string {
  return parent.slice(0, offsetOf(index)) + hash + parent.slice(offsetOf(index) + HASH_LENGTH);
}
