/**
 * Refuses what a block's render cannot do: state, effects and event handlers in blocks whose code browsers do not get,
 * and deeper nesting than the stack has room for, for which React would leave out levels without an error.
 */
import { type ComponentType, createContext, createElement, type ReactNode, use } from "react";
import { renderToString } from "react-dom/server";
import type { Components } from "../kit/site.tsx";
import type { Block } from "../site/api/payload.ts";
import { isRoute } from "../site/routes.ts";
import { USAGE_WATCH } from "../site/usage-watch.ts";

const WATCH: unique symbol = Symbol.for(USAGE_WATCH);

/** The block that is being rendered. */
interface RenderedBlock {
  /** Its name, if it has no `hydrate`. */
  static: string | null;
  /** Number of blocks around it, including itself. */
  depth: number;
}

const CurrentBlock = createContext<RenderedBlock>({ static: null, depth: 0 });

/** So many nested blocks always fit into the stack, so that it is not measured. */
const FEW_BLOCKS = 4;
/** As arguments of a call they take 300 KB of stack, three times what a block with the deepest rich text needs. */
const STACK_OF_A_BLOCK = new Array<number>(300_000 / 8).fill(0);

/** Told a block's name and its mark for hydration, each time it is rendered. */
type NoteBlock = (name: string, mark: string | undefined) => void;

/** Wraps the components, so that `renderWatched` knows which block is being rendered. */
export function watchBlocks(
  components: Components,
  interactive: Readonly<Record<string, unknown>>,
  note: NoteBlock = () => undefined,
): Components {
  const entries = Object.entries(components).map(([name, component]) => {
    const ofBlock = Object.hasOwn(interactive, name) ? null : name;
    const framed = (Component: ComponentType<Block>) => watched(Component, { name, ofBlock, note });
    return [name, Object.assign(framed(component as ComponentType<Block>), { framed })] as const;
  });
  return Object.fromEntries(entries) as Components;
}

function watched(
  Component: ComponentType<Block>,
  { name, ofBlock, note }: { name: string; ofBlock: string | null; note: NoteBlock },
) {
  return (props: Block): ReactNode => {
    note(name, props._mark);
    const depth = use(CurrentBlock).depth + 1;
    if (depth > FEW_BLOCKS && !hasStack()) {
      throw new Error(
        `the block "${name}" is inside ${depth - 1} others, more than can be rendered in full. Nest fewer blocks, or fewer elements in each.`,
      );
    }
    return createElement(CurrentBlock, { value: { static: ofBlock, depth } }, createElement(Component, props));
  };
}

/** `renderToString`, which throws where a block without `hydrate` uses what only runs in a browser. */
export function renderWatched(...input: Parameters<typeof renderToString>): string {
  const shared = globalThis as { [WATCH]?: typeof refuseInStaticBlock | undefined };
  const before = shared[WATCH];
  shared[WATCH] = refuseInStaticBlock;
  try {
    return renderToString(...input);
  } finally {
    shared[WATCH] = before;
  }
}

function refuseInStaticBlock(what: string, instead = "remove it"): void {
  const { static: name } = use(CurrentBlock);
  if (name === null) return;
  if (isRoute(name))
    throw new Error(
      `${what} does nothing on this page, whose code browsers do not get. Remove "hydrate: false" from its route in the site definition, or ${instead}.`,
    );
  throw new Error(
    `${what} does nothing in the block "${name}", whose code browsers do not get. Add "hydrate: true" to its schema, or ${instead}.`,
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
