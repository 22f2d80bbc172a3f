import type { Block } from "../../content/payload.ts";
import type { BlockSchema, Field } from "../../content/schema/fields.ts";

/** Ways a block is used, by its name: blocks as resolved for some page. */
export type BlockStates = ReadonlyMap<string, readonly Block[]>;

/** More of one block would not be looked at. */
const MOST = 6;

/**
 * Gathers the states in which each section occurs: two uses are one state when the same fields are filled and
 * the same options chosen.
 */
export function createStateCollector(schemas: readonly BlockSchema[]) {
  const sections = new Map(schemas.filter(({ kind }) => kind === "section").map((schema) => [schema.name, schema]));
  const found = new Map<string, Map<string, Block>>();
  const note = (block: Block, schema: BlockSchema) => {
    const states = found.get(schema.name) ?? new Map<string, Block>();
    found.set(schema.name, states);
    const state = stateOf(block, schema);
    if (states.size < MOST && !states.has(state)) states.set(state, block);
  };
  return {
    add(page: Block | null): void {
      for (const block of blocksIn(page)) {
        const schema = sections.get(block.component);
        if (schema) note(block, schema);
      }
    },
    /** Sections in the order of their names; those that occur nowhere have no states. */
    states: (): BlockStates =>
      new Map([...sections.keys()].sort().map((name) => [name, [...(found.get(name)?.values() ?? [])]])),
  };
}

function stateOf(block: Block, schema: BlockSchema): string {
  return Object.entries(schema.fields)
    .filter(([name]) => name !== "theme" && name !== "anchor_id")
    .map(([name, field]) => `${name}=${degreeOf(block[name], field)}`)
    .join(" ");
}

function degreeOf(value: unknown, field: Field): string {
  if (field.type === "option" || field.type === "boolean") return String(value);
  if (Array.isArray(value)) return value.length > 1 ? "several" : String(value.length);
  return value === "" || value === null || value === undefined ? "empty" : "filled";
}

/** Every block below a value, that value included. */
export function* blocksIn(value: unknown): Iterable<Block> {
  if (typeof value !== "object" || value === null) return;
  if (isBlock(value)) yield value;
  for (const child of Object.values(value)) yield* blocksIn(child);
}

function isBlock(value: object): value is Block {
  return "component" in value && typeof value.component === "string" && "_uid" in value;
}

/** The same block under other ids, so that it can stand on a page several times. */
export function copyOf<T>(value: T, suffix: string): T {
  return JSON.parse(JSON.stringify(value), (key, child: unknown) =>
    key === "_uid" && typeof child === "string" ? `${child}-${suffix}` : child,
  );
}
