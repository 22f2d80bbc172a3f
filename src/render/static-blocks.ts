/**
 * Refuses what a block's render cannot do: state, effects and event handlers in blocks whose code browsers do not get,
 * and more nesting than the stack has room for, which React would publish with levels missing.
 */
import { type ComponentType, createContext, createElement, type ReactNode, use } from "react";
import { renderToString } from "react-dom/server";
import type { Block } from "../content/payload.ts";
import type { Components } from "../kit/site.tsx";
import { USAGE_WATCH } from "../site/usage-watch.ts";

const WATCH: unique symbol = Symbol.for(USAGE_WATCH);

/** The block that renders. */
interface Place {
  /** Its name, if it has no `hydrate`. */
  static: string | null;
  /** How many blocks it is in, itself included. */
  depth: number;
}

const BlockPlace = createContext<Place>({ static: null, depth: 0 });

/** So many blocks inside each other never need more than a part of the stack. */
const FEW_BLOCKS = 4;
/** As arguments of a call, 300 KB of stack: what a block's own elements and the deepest rich text need (a third of it). */
const STACK_OF_A_BLOCK = new Array<number>(300_000 / 8).fill(0);

/** The components, so made that `renderWatched` knows which block renders. */
export function watchBlocks(components: Components, interactive: Readonly<Record<string, unknown>>): Components {
  const entries = Object.entries(components).map(([name, component]) => {
    const ofBlock = Object.hasOwn(interactive, name) ? null : name;
    const framed = (Component: ComponentType<Block>) => watched(Component, { name, ofBlock });
    return [name, Object.assign(framed(component as ComponentType<Block>), { framed })] as const;
  });
  return Object.fromEntries(entries) as Components;
}

function watched(Component: ComponentType<Block>, { name, ofBlock }: { name: string; ofBlock: string | null }) {
  return (props: Block): ReactNode => {
    const depth = use(BlockPlace).depth + 1;
    if (depth > FEW_BLOCKS && !hasStack()) {
      throw new Error(
        `the block "${name}" is inside ${depth - 1} others, more than can be rendered in full. Nest fewer blocks, or fewer elements in each.`,
      );
    }
    return createElement(BlockPlace, { value: { static: ofBlock, depth } }, createElement(Component, props));
  };
}

/** `renderToString`, which throws where a block without `hydrate` uses what only runs in a browser. */
export function renderWatched(...input: Parameters<typeof renderToString>): string {
  const shared = globalThis as { [WATCH]?: ((what: string) => void) | undefined };
  const before = shared[WATCH];
  shared[WATCH] = refuseInStaticBlock;
  try {
    return renderToString(...input);
  } finally {
    shared[WATCH] = before;
  }
}

function refuseInStaticBlock(what: string): void {
  const { static: name } = use(BlockPlace);
  if (name === null) return;
  throw new Error(
    `${what} does nothing in the block "${name}", whose code browsers do not get. Add "hydrate: true" to its schema, or remove it.`,
  );
}

function hasStack(): boolean {
  try {
    Reflect.apply(takeArguments, undefined, STACK_OF_A_BLOCK);
    return true;
  } catch {
    return false; // the arguments did not fit
  }
}

function takeArguments(): void {}
