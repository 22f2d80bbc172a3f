import type { Block } from "../site/api/payload.ts";
import type { KeptFields } from "../site/blocks/fields.ts";
import { keptValues, withoutKept } from "./kept-fields.ts";

/** Which of a page's blocks the browser needs code for. */
export interface HydrationPlan {
  /** Names of components, sorted. */
  code: string[];
  /** Outermost blocks whose server markup is kept. */
  kept: Block[];
  /** Blocks with code: the interactive ones and those around them. */
  hydrated: Block[];
  /** Interactive blocks, including those without a component. */
  active: ReadonlySet<object>;
}

export interface BlockNames {
  /** Blocks that have a component. */
  known: ReadonlySet<string>;
  /** The interactive ones among them, with the fields that make them so (`hydrate` in a schema). */
  interactive: Readonly<Record<string, readonly string[]>>;
  /** Fields that only a block's kept parts read (`kept` in a schema); the browser does not need them. */
  keptFields?: Readonly<Record<string, KeptFields>>;
}

/**
 * Most blocks are static: their markup is complete, and the browser needs neither their code nor the time to hydrate
 * them. Code is needed for interactive blocks and for the blocks around them.
 */
export function planHydration(roots: readonly (Block | null)[], names: BlockNames): HydrationPlan {
  const code = new Set<string>();
  const kept: Block[] = [];
  const hydrated: Block[] = [];
  const active = new Set<object>();
  /** True if the block is interactive, or contains one that is. */
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
      kept.length = before; // blocks inside are kept with it
      kept.push(block);
    }
    return does;
  };
  for (const root of roots) if (root) visit(root);
  return { code: [...code].sort(), kept, hydrated, active };
}

/** A page as the server renders it and as the browser hydrates it. */
export interface HydrationPage {
  /**
   * The page with a mark on each block whose markup is or may be kept; the root element carries the mark
   * (src/kit/editable.ts). Hydrated blocks have one too, because their markup is kept if their code cannot be loaded.
   */
  marked: Block | null;
  /**
   * The page without the data of kept blocks, which is not needed before the next navigation; each is replaced by a
   * reference with its mark. Of the others it contains what their kept parts do not show. `isMarked` tells whether the
   * markup contains a mark; a block that rendered nothing, or whose root element has no mark, keeps its data and is
   * hydrated. One that `isRead` by a block around it keeps its data, and its markup too.
   */
  pruned(isMarked: (mark: string) => boolean, isRead?: (mark: string) => boolean): PrunedPage;
}

/** The part of a page that its document contains. */
export interface PrunedPage {
  page: Block | null;
  /** Components whose code it needs. */
  code: string[];
  /** Short names of blocks in the document, by `_uid`, for those that do not keep their `_uid`. */
  names: ReadonlyMap<string, string>;
}

/**
 * Prepares a page for hydration: what to render, and what to embed in the document. `watch` gets each block to render
 * whose markup may be kept.
 */
export function prepareHydration(
  page: Block | null,
  names: BlockNames,
  { prefix = "", watch = (block) => block }: { prefix?: string; watch?: (block: Block) => Block } = {},
): HydrationPage {
  const plan = planHydration([page], names);
  const marks = new Map(plan.kept.map((block, index) => [block, block._mark ?? `${prefix}${index}`]));
  // The page's own block is its `<main>` element.
  const taken = new Set(plan.hydrated);
  const inner = plan.hydrated.filter((block) => block !== page);
  const hydrated = new Map(inner.map((block, index) => [block, block._mark ?? `${prefix}x${index}`]));
  const mark = (block: Block, _mark: string | undefined) => (_mark === undefined ? block : { ...block, _mark });
  const markHydrated = (block: Block, original: Block) => mark(block, hydrated.get(original));
  return {
    marked: mapBlocks(page, (block) => (marks.has(block) ? watch(mark(block, marks.get(block))) : block), markHydrated),
    pruned(isMarked, isRead = () => false) {
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
        const isKept = block === page || isMarked(name);
        if (isKept)
          return block !== page && isRead(name) ? mark(block, name) : { component: "", _uid: call(block, name) };
        for (const component of componentsIn(block, names.known)) code.add(component);
        return block;
      };
      return { page: mapBlocks(page, prune, finish), code: [...code].sort(), names: called };
    },
  };
}

/** Mark of the page's own block. */
const PAGE = "page";

/** Outermost blocks of some components, in page order. */
export function blocksOf(roots: readonly (Block | null)[], components: ReadonlySet<string>): Block[] {
  const found: Block[] = [];
  const visit = (block: Block) => {
    if (components.has(block.component)) found.push(block);
    else eachChild(block, visit);
  };
  for (const root of roots) if (root) visit(root);
  return found;
}

/** Marks of the kept blocks in a pruned page, outermost first. */
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
 * A copy with some blocks replaced, and the others passed to `finish` after their content was copied. Values without
 * any such block are shared with the original.
 */
function mapBlocks<T>(value: T, replace: (block: Block) => Block, finish: (copy: Block, original: Block) => Block): T {
  if (typeof value !== "object" || value === null) return value;
  if (!isBlock(value)) return mapFields(value, replace, finish);
  const replaced = replace(value);
  return (replaced === value ? finish(mapFields(value, replace, finish), value) : replaced) as T;
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
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as T;
    copy[key] = mapped;
  }
  return copy ?? value;
}

/** Names of all known components in a block, including its own. */
export function componentsIn(block: Block, known: ReadonlySet<string>): string[] {
  const names = known.has(block.component) ? [block.component] : [];
  eachChild(block, (child) => {
    names.push(...componentsIn(child, known));
  });
  return names;
}

/** True if the value is one of the blocks or contains one. */
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

/** Visits the blocks in a block's fields, including rich text. Cards have a component name too but are not blocks. */
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
