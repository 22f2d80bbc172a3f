/** Refuses state, effects and event handlers in blocks whose code browsers do not get. */
import { type ComponentType, createContext, createElement, type ReactNode, use } from "react";
import { renderToString } from "react-dom/server";
import type { Components } from "../kit/site.tsx";
import { USAGE_WATCH } from "../site/usage-watch.ts";

const WATCH: unique symbol = Symbol.for(USAGE_WATCH);

/** The nearest block's name, if it has no `hydrate`. */
const StaticBlock = createContext<string | null>(null);

/** The components, so made that `renderWatched` knows which block renders. */
export function watchBlocks(components: Components, interactive: Readonly<Record<string, unknown>>): Components {
  const entries = Object.entries(components).map(([name, component]) => {
    const value = Object.hasOwn(interactive, name) ? null : name;
    const Component = component as ComponentType<object>;
    const Watched = (props: object): ReactNode =>
      createElement(StaticBlock, { value }, createElement(Component, props));
    return [name, Watched] as const;
  });
  return Object.fromEntries(entries);
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
  const name = use(StaticBlock);
  if (name === null) return;
  throw new Error(
    `${what} does nothing in the block "${name}", whose code browsers do not get. Add "hydrate: true" to its schema, or remove it.`,
  );
}
