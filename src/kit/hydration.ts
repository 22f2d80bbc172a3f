import type { Block } from "../content/payload.ts";
import type { KeptFields } from "../content/schema/fields.ts";
import { keptValues, withoutKept } from "./kept-fields.ts";

/** Which of a page's blocks the browser needs code for when it takes the page over. */
export interface HydrationPlan {
  /** Names of components, sorted. */
  code: string[];
  /** Outermost blocks whose markup is kept as the server made it. */
  kept: Block[];
  /** Blocks that code is needed for: those that do something and those around them. */
  hydrated: Block[];
  /** Blocks that do something themselves, those without a component among them. */
  active: ReadonlySet<object>;
}

export interface BlockNames {
  /** Blocks that have a component. */
  known: ReadonlySet<string>;
  /** Those among them that do something in the browser, and the fields it takes (`hydrate` of a schema). */
  interactive: Readonly<Record<string, readonly string[]>>;
  /** Fields that only kept parts of a block read (`kept` of a schema); the browser need not know them. */
  keptFields?: Readonly<Record<string, KeptFields>>;
}

/**
 * Most blocks only show something: their markup is all there is to them, and the page's script needs neither their
 * code nor the work of hydrating them. Code is needed for a block that does something and for those around it.
 */
export function planHydration(roots: readonly (Block | null)[], names: BlockNames): HydrationPlan {
  const code = new Set<string>();
  const kept: Block[] = [];
  const hydrated: Block[] = [];
  const active = new Set<object>();
  /** True when the block, or one in it, does something. */
  const visit = (block: Block): boolean => {
    const before = kept.length;
    let does = doesSomething(block, names);
    if (does) active.add(block);
    eachChild(block, (child) => {
      if (visit(child)) does = true;
    });
    if (!names.known.has(block.component)) return does;
    if (does) {
      code.add(block.component);
      hydrated.push(block);
    } else {
      kept.length = before; // those in it are kept with it
      kept.push(block);
    }
    return does;
  };
  for (const root of roots) if (root) visit(root);
  return { code: [...code].sort(), kept, hydrated, active };
}

/** A page as the server renders it and as the browser takes it over. */
export interface HydrationPage {
  /**
   * The page with a mark on each block whose markup is kept, and on each that is hydrated, whose markup is kept where
   * its code cannot be loaded: its root element carries it (src/kit/editable.ts).
   */
  marked: Block | null;
  /**
   * The page without the data of those blocks, which is not read before the next navigation: a reference with the
   * mark replaces each. Of the others it has what their kept parts do not show. `isMarked` tells whether the markup has
   * a mark; a block that rendered nothing, or whose root carries no mark, keeps its data, and its component decides.
   */
  pruned(isMarked: (mark: string) => boolean): PrunedPage;
}

/** What the document carries of a page. */
export interface PrunedPage {
  page: Block | null;
  /** Components that it needs code of. */
  code: string[];
  /** By `_uid`: what a block is called in the document, where it is not called by its `_uid`. */
  names: ReadonlyMap<string, string>;
}

/** Prepares a page for hydration: what it is rendered from, and what of it the document has to carry. */
export function prepareHydration(page: Block | null, names: BlockNames, prefix = ""): HydrationPage {
  const plan = planHydration([page], names);
  const marks = new Map(plan.kept.map((block, index) => [block, block._mark ?? `${prefix}${index}`]));
  // The page itself is its `<main>`.
  const taken = new Set(plan.hydrated);
  const inner = plan.hydrated.filter((block) => block !== page);
  const hydrated = new Map(inner.map((block, index) => [block, block._mark ?? `${prefix}x${index}`]));
  const mark = (block: Block, _mark: string | undefined) => (_mark === undefined ? block : { ...block, _mark });
  const markHydrated = (block: Block, original: Block) => mark(block, hydrated.get(original));
  return {
    marked: mapBlocks(page, (block) => mark(block, marks.get(block)), markHydrated),
    pruned(isMarked) {
      const code = new Set(plan.code);
      const called = new Map<string, string>();
      const call = (block: Block, name: string) => {
        called.set(block._uid, name);
        return name;
      };
      const finish = (block: Block, original: Block) => {
        const fields = taken.has(original) ? names.keptFields?.[original.component] : undefined;
        const isStill = fields && !holdsAny(keptValues(original, fields), plan.active);
        const cut = isStill ? withoutKept(block, fields) : block;
        const name = hydrated.get(original) ?? PAGE;
        return markHydrated(isStill && "_uid" in fields ? { ...cut, _uid: call(original, name) } : cut, original);
      };
      const prune = (block: Block) => {
        const name = marks.get(block);
        if (name === undefined) return block;
        if (block === page || isMarked(name)) return { component: "", _uid: call(block, name) };
        for (const component of componentsIn(block, names.known)) code.add(component);
        return block;
      };
      return { page: mapBlocks(page, prune, finish), code: [...code].sort(), names: called };
    },
  };
}

/** The page's own block has no mark. */
const PAGE = "page";

/** Outermost blocks of some components, in the order of the page. */
export function blocksOf(roots: readonly (Block | null)[], components: ReadonlySet<string>): Block[] {
  const found: Block[] = [];
  const visit = (block: Block) => {
    if (components.has(block.component)) found.push(block);
    else eachChild(block, visit);
  };
  for (const root of roots) if (root) visit(root);
  return found;
}

/** References to kept blocks in a pruned page, outermost first. */
export function keptMarks(page: Block | null): string[] {
  const marks: string[] = [];
  const visit = (block: Block) => {
    if (block.component === "") marks.push(block._uid);
    else eachChild(block, visit);
  };
  if (page) visit(page);
  return marks;
}

/**
 * A copy in which some blocks are replaced, and the others changed by `finish` once what is in them is copied; what
 * has none of them in it is shared with the original.
 */
function mapBlocks<T>(value: T, replace: (block: Block) => Block, finish: (copy: Block, original: Block) => Block): T {
  if (typeof value !== "object" || value === null) return value;
  if (isBlock(value)) {
    const replaced = replace(value);
    return (replaced === value ? finish(mapFields(value, replace, finish), value) : replaced) as T;
  }
  if (!Array.isArray(value)) return mapFields(value, replace, finish);
  const items = value.map((item) => mapBlocks(item, replace, finish));
  return items.every((item, index) => item === value[index]) ? value : (items as T);
}

function mapFields<T extends object>(
  value: T,
  replace: (block: Block) => Block,
  finish: (copy: Block, original: Block) => Block,
): T {
  let copy: T | undefined;
  for (const key of Object.keys(value) as (keyof T)[]) {
    const mapped = mapBlocks(value[key], replace, finish);
    if (mapped === value[key]) continue;
    copy ??= { ...value };
    copy[key] = mapped;
  }
  return copy ?? value;
}

/** Names of all known components in a block, its own included. */
export function componentsIn(block: Block, known: ReadonlySet<string>): string[] {
  const names = known.has(block.component) ? [block.component] : [];
  eachChild(block, (child) => {
    names.push(...componentsIn(child, known));
  });
  return names;
}

/** Whether some blocks are, or are in, a value. */
function holdsAny(value: object, blocks: ReadonlySet<object>): boolean {
  if (blocks.size === 0) return false;
  const fields: unknown[] = Object.values(value);
  return fields.some(
    (field) => typeof field === "object" && field !== null && (blocks.has(field) || holdsAny(field, blocks)),
  );
}

function doesSomething(block: Block, { interactive }: BlockNames): boolean {
  const fields = Object.hasOwn(interactive, block.component) ? interactive[block.component] : undefined;
  return fields !== undefined && (fields.length === 0 || fields.some((field) => isFilled(block[field])));
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
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
