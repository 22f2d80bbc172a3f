import { eachBlock } from "../content/page/page-head.ts";
import type { Block, ImageData } from "../site/api/payload.ts";
import type { BlockSchema, Field } from "../site/blocks/fields.ts";
import { fieldOf } from "../site/blocks/head-text.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { getOrInsert } from "../util/get-or-insert.ts";

export type BlockStates = ReadonlyMap<string, readonly Block[]>;

/** Most states shown of one block. */
const MAX_STATES = 6;

/**
 * Collects the states of each section, part and page type: two uses are the same state if the same fields are filled
 * and the same options selected.
 */
export function createStateCollector(
  schemas: readonly BlockSchema[],
  site: Pick<ResolvedSite, "pageTypes" | "themes">,
) {
  const shown = new Map(schemas.filter(isShown).map((schema) => [schema.name, schema]));
  const found = new Map<string, Map<string, Block>>();
  const note = (block: Block, schema: BlockSchema) => {
    const states = getOrInsert(found, schema.name, () => new Map<string, Block>());
    const state = stateOf(block, schema, site);
    if (states.size < MAX_STATES && !states.has(state)) states.set(state, block);
  };
  return {
    add(page: Block | null): void {
      eachBlock(page, (block) => {
        const schema = shown.get(block.component);
        if (schema) note(block, schema);
      });
    },
    /** Sorted by name; blocks that are not used have no states. */
    states: (): BlockStates =>
      new Map([...shown.keys()].sort().map((name) => [name, [...(found.get(name)?.values() ?? [])]])),
  };
}

/** Items are shown inside their block, and the global story around every page. */
function isShown({ kind }: BlockSchema): boolean {
  return kind !== "item" && kind !== "global";
}

/**
 * Compares a block without its theme, which the gallery chooses, and a page type without its body and the fields of its
 * head.
 */
function stateOf(block: Block, schema: BlockSchema, { pageTypes, themes }: Pick<ResolvedSite, "pageTypes" | "themes">) {
  const head = pageTypes[schema.name]?.head;
  const unseen = new Set([
    themes?.field,
    ...(head ? [...head.title, ...head.description, ...head.image, head.noindex].map(fieldOf) : []),
  ]);
  return Object.entries(schema.fields)
    .filter(([name, { type }]) => !unseen.has(name) && !(schema.kind === "page" && type === "blocks"))
    .map(([name, field]) => `${name}=${degreeOf(block[name], field)}`)
    .join(" ");
}

function degreeOf(value: unknown, field: Field): string {
  if (field.type === "option" || field.type === "boolean") return String(value);
  if (Array.isArray(value)) return value.length > 1 ? "several" : String(value.length);
  return value === "" || value === null || value === undefined ? "empty" : "filled";
}

/** The first picture in a value, as a default where there is none. */
export function firstPicture(value: unknown): ImageData | null {
  if (typeof value !== "object" || value === null) return null;
  if (isImage(value)) return value;
  for (const child of Object.values(value)) {
    const found = firstPicture(child);
    if (found) return found;
  }
  return null;
}

export function isImage(value: unknown): value is ImageData {
  return typeof value === "object" && value !== null && "sources" in value && "alt" in value;
}

/** A copy of a block or story with other ids, so that it can be on a page several times. */
export function copyWithIds<T>(value: T, suffix: string): T {
  return JSON.parse(JSON.stringify(value), (key, child: unknown) =>
    (key === "_uid" || key === "uuid") && typeof child === "string" ? `${child}-${suffix}` : child,
  );
}
