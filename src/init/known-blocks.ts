/** The blocks that a site has already, and what the space has that they lack. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fg from "fast-glob";
import { escapeRegex } from "../content/rules/escape-regex.ts";
import { INFERRED } from "./block-files.ts";
import type { InferredField } from "./infer-fields.ts";
import type { InferredComponent } from "./infer-space.ts";

interface KnownBlock {
  stem: string;
  path: string;
  text: string;
}

/** Existing blocks, by the name in their schema. */
export async function knownBlocks(dir: string): Promise<Map<string, KnownBlock>> {
  const found = new Map<string, KnownBlock>();
  for (const path of (await fg("blocks/*/*.schema.{ts,js}", { cwd: dir })).sort()) {
    const text = await readFile(join(dir, path), "utf8");
    const stem = /([^/]+)\.schema\.\w+$/.exec(path)?.[1] ?? "";
    const named = /^\s*name:\s*("(?:[^"\\]|\\.)*"|'[^'\\]*')/m.exec(text)?.[1];
    const name = named === undefined ? stem : named.startsWith('"') ? String(JSON.parse(named)) : named.slice(1, -1);
    found.set(name, { stem, path, text });
  }
  return found;
}

/** Kinds by what the service stores for them; a plugin's value may be anything. */
const STORED_AS: readonly (readonly string[])[] = [
  ["text", "textarea", "markdown", "number", "datetime", "option", "datasource", "relation", "language", "story"],
  ["options", "datasources", "relations", "languages", "stories"],
  ["image", "asset", "file"],
  ["images", "assets"],
  ["blocks", "sections"],
  ...["richtext", "boolean", "multilink", "table"].map((kind) => [kind]),
];

/** What a guessed kind is where the stories have values of another form now. */
function misguessed(key: string, { kind, isEmpty }: InferredField, text: string): string | undefined {
  if (isEmpty || !text.includes(INFERRED)) return undefined;
  const own = new RegExp(`${declared(key).source}\\s*(\\w+)\\(`, "m").exec(text)?.[1] ?? "";
  const alike = STORED_AS.find((kinds) => kinds.includes(own));
  return alike === undefined || alike.includes(kind) ? undefined : own;
}

/** Fields, and blocks in them, that the space has and an existing schema lacks, and kinds that no longer fit. */
export function newFields({ name, fields }: InferredComponent, { path, text }: KnownBlock): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    if (!declared(key).test(text))
      return [`${path}: the component "${name}" has a field "${key}" (${field.kind}) in the space.`];
    const own = misguessed(key, field, text);
    if (own !== undefined)
      return [
        `${path}: the field "${key}" was guessed as \`${own}\`, but the stories have what \`${field.kind}\` holds. Correct it there and in its component.`,
      ];
    const allowed = field.kind === "blocks" ? allowedBlocks(key, text) : null;
    const lacking = field.kind === "blocks" && allowed ? field.of.filter((one) => !allowed.includes(one)) : [];
    return lacking.map(
      (one) => `${path}: the field "${key}" holds a block "${one}" in the space; add it to its \`blocks\`.`,
    );
  });
}

/** Matches a field's key, bare or as a string, and the colon after it. */
function declared(field: string): RegExp {
  return new RegExp(`(?:^|[\\s{,])["']?${escapeRegex(field)}["']?\\s*:`, "m");
}

/** The names in a field's `blocks([…])`; null for a list that has more than strings. */
function allowedBlocks(field: string, text: string): string[] | null {
  const list = new RegExp(`${declared(field).source}\\s*blocks\\(\\[([^\\]]*)\\]`, "m").exec(text)?.[1];
  const strings = list?.match(/"[^"]*"|'[^']*'/g) ?? [];
  const rest = strings.reduce((left, one) => left.replace(one, ""), list ?? "none");
  return /^[\s,]*$/.test(rest) ? strings.map((one) => one.slice(1, -1)) : null;
}

export function newPageTypes(
  definition: string,
  components: readonly InferredComponent[],
  known: ReadonlyMap<string, KnownBlock>,
): string[] {
  const isShared = (name: string) => /\bkind:\s*["']global["']/.test(known.get(name)?.text ?? "");
  return components
    .filter(({ kind, name }) => kind === "page" && !definition.includes(name) && !isShared(name))
    .map(({ name }) => `site.ts: stories of the component "${name}" are pages in the space; add it to \`pageTypes\`.`);
}
