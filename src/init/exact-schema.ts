/** The text of a schema file whose component is known. */
import { choiceValue } from "../site/blocks/choice.ts";
import type { Field } from "../site/blocks/fields.ts";
import { property } from "../site/blocks/type-names.ts";

/** What a schema file says of a component whose definition is known. */
export interface ExactSchema {
  fields: Record<string, Field>;
  description: string;
  editor: Record<string, unknown>;
}

/** The declaration in a schema file, and the functions that it needs. */
export function exactDeclaration(field: Field): { text: string; uses: string[] } {
  const { type, required, translatable, description, displayName, editor, ...rest } = field;
  const given = { required, translatable, description, displayName, editor };
  const rows = Object.entries(given).filter(([, value]) => value !== undefined && value !== false);
  const options = rows.length === 0 ? "" : literal(Object.fromEntries(rows));
  const call = (name: string, ...first: string[]) => ({
    text: `${name}(${[...first, ...(options === "" ? [] : [options])].join(", ")})`,
    uses: [name],
  });
  switch (field.type) {
    case "asset":
    case "multiasset": {
      const name = ASSETS[`${type} ${field.filetypes.join()}`];
      if (name !== undefined) return call(name);
      return { text: `${literal({ type, ...rest, ...Object.fromEntries(rows) })} as const`, uses: [] };
    }
    case "option":
    case "options":
      return call(
        type,
        literal(field.values.map((choice) => (typeof choice === "string" ? choiceValue(choice) : choice))),
      );
    case "datasource":
    case "datasources":
      return call(type, literal(field.source));
    case "relation":
    case "relations":
      return call(type, literal(field.to));
    case "blocks":
      return call("blocks", literal(field.of));
    case "plugin":
      return call("plugin", literal(field.fieldType), ...(options === "" ? [] : ["undefined"]));
    case "section":
    case "tab":
      return call(type, literal(field.keys));
    default:
      return call(type);
  }
}

const ASSETS: Readonly<Record<string, string>> = {
  "asset images": "image",
  "asset videos": "video",
  "asset texts": "file",
  "asset ": "asset",
  "multiasset images": "images",
  "multiasset ": "assets",
};

/** JSON, with keys as code has them. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const rows = Object.entries(value).map(([key, inner]) => `${property(key)}: ${literal(inner)}`);
  return rows.length === 0 ? "{}" : `{ ${rows.join(", ")} }`;
}
