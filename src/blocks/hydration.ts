import type { Block } from "../content/payload.ts";

/** Which of a page's blocks the browser needs code for when it takes the page over. */
export interface HydrationPlan {
  /** Names of components, sorted. */
  code: string[];
  /** Outermost blocks whose markup is kept as the server made it. */
  kept: Block[];
}

export interface BlockNames {
  /** Blocks that have a component. */
  known: ReadonlySet<string>;
  /** Those among them that do something in the browser, and the fields it takes (src/blocks/gen/interactive.ts). */
  interactive: Readonly<Record<string, readonly string[]>>;
}

/**
 * Most blocks only show something: their markup is all there is to them, and the page's script needs neither their
 * code nor the work of hydrating them. Code is needed for a block that does something and for those around it.
 */
export function planHydration(roots: readonly (Block | null)[], names: BlockNames): HydrationPlan {
  const code = new Set<string>();
  const kept: Block[] = [];
  const visit = (block: Block) => {
    if (names.known.has(block.component)) {
      if (!isInteractive(block, names)) {
        kept.push(block);
        return;
      }
      code.add(block.component);
    }
    for (const child of childrenOf(block)) visit(child);
  };
  for (const root of roots) if (root) visit(root);
  return { code: [...code].sort(), kept };
}

/** Names of all known components in a block, its own included. */
export function componentsIn(block: Block, known: ReadonlySet<string>): string[] {
  const below = childrenOf(block).flatMap((child) => componentsIn(child, known));
  return known.has(block.component) ? [block.component, ...below] : below;
}

function isInteractive(block: Block, names: BlockNames): boolean {
  return doesSomething(block, names) || childrenOf(block).some((child) => isInteractive(child, names));
}

function doesSomething(block: Block, { interactive }: BlockNames): boolean {
  const fields = Object.hasOwn(interactive, block.component) ? interactive[block.component] : undefined;
  return fields !== undefined && (fields.length === 0 || fields.some((field) => Boolean(block[field])));
}

/** Blocks in a block's fields, embedded in rich text too; cards name a component as well but are no blocks. */
function childrenOf(value: object): Block[] {
  return Object.values(value).flatMap((field: unknown) => {
    if (typeof field !== "object" || field === null) return [];
    return isBlock(field) ? [field] : childrenOf(field);
  });
}

function isBlock(value: object): value is Block {
  return "component" in value && "_uid" in value && typeof value.component === "string";
}
