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
  /** True when the block, or one in it, does something. */
  const visit = (block: Block): boolean => {
    const before = kept.length;
    let does = doesSomething(block, names);
    eachChild(block, (child) => {
      if (visit(child)) does = true;
    });
    if (!names.known.has(block.component)) return does;
    if (does) {
      code.add(block.component);
    } else {
      kept.length = before; // those in it are kept with it
      kept.push(block);
    }
    return does;
  };
  for (const root of roots) if (root) visit(root);
  return { code: [...code].sort(), kept };
}

/** Names of all known components in a block, its own included. */
export function componentsIn(block: Block, known: ReadonlySet<string>): string[] {
  const names = known.has(block.component) ? [block.component] : [];
  eachChild(block, (child) => {
    names.push(...componentsIn(child, known));
  });
  return names;
}

function doesSomething(block: Block, { interactive }: BlockNames): boolean {
  const fields = Object.hasOwn(interactive, block.component) ? interactive[block.component] : undefined;
  return fields !== undefined && (fields.length === 0 || fields.some((field) => Boolean(block[field])));
}

/** Blocks in a block's fields, embedded in rich text too; cards name a component as well but are no blocks. */
function eachChild(value: object, visit: (child: Block) => void): void {
  for (const field of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof field !== "object" || field === null) continue;
    if (isBlock(field)) visit(field);
    else eachChild(field, visit);
  }
}

function isBlock(value: object): value is Block {
  return "component" in value && "_uid" in value && typeof value.component === "string";
}
