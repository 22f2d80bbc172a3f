/** Finds blocks that list stories: their content has a headline at most, so what they list is not in the space. */
import type { InferredComponent } from "./infer-space.ts";

const LIST = /list|overview|latest|recent|newest|feed|archive/i;
/** Kinds of fields that a list may have: its settings and headings. */
const SETTINGS = new Set(["text", "textarea", "boolean", "number", "option", "options", "datasource", "datasources"]);

/**
 * The page type that a block lists: the one named in the block's name, or else the only one with dates. Null for any
 * other block.
 */
export function listedType(
  { name, kind, fields }: InferredComponent,
  components: readonly InferredComponent[],
): string | null {
  if (kind !== "section" || !LIST.test(name) || Object.hasOwn(fields, "data")) return null;
  if (Object.values(fields).some((field) => !SETTINGS.has(field.kind))) return null;
  const pages = components.filter((one) => one.kind === "page");
  const named = pages.find((page) => plain(name).includes(plain(page.name).replace(/(es|s)$/, "")));
  const dated = pages.filter((page) => Object.values(page.fields).some((field) => field.kind === "datetime"));
  return named?.name ?? (dated.length === 1 ? (dated[0]?.name ?? null) : null);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
