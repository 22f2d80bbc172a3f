/** Errors in a configuration file, one sentence each: the key, what was expected, the closest known key. */
import type * as z from "zod";
import { closestMatch } from "./did-you-mean.ts";

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodType;

/** Sentences for the issues of a failed parse with `reportInput`. `root` describes the value as a whole. */
export function schemaErrors(schema: Schema, issues: readonly Issue[], root?: string): string[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(schema, [...path, key]));
    // Of a union, the alternative that the value comes closest to: an object with a wrong key is meant as the object.
    const meant =
      issue.code === "invalid_union" ? issue.errors.find((one) => one.every((inner) => inner.path.length > 0)) : [];
    if (meant?.[0])
      return schemaErrors(
        schema,
        meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
        root,
      );
    if (path.length === 0 && root !== undefined) return [root];
    const key = path.join(".") || "(root)";
    if (issue.code === "invalid_key") return [`The name in the key "${key}" ${predicate(issue.issues[0] ?? issue)}.`];
    return [`The key "${key}" ${predicate(issue)}.`];
  });
}

function unknownKey(schema: Schema, path: readonly string[]): string {
  const known = keysAt(schema, path.slice(0, -1));
  const near = closestMatch(path.at(-1) ?? "", known);
  const hint = near === undefined ? `Known keys here: ${known.join(", ")}.` : `Did you mean "${near}"?`;
  return `The key "${path.join(".")}" is not known. ${hint}`;
}

/** Known keys of the object at a path in a schema. */
function keysAt(schema: Schema, path: readonly string[]): string[] {
  let at: Schema | undefined = schema;
  for (const key of path) at = at && stepInto(at, key);
  const { def } = at ? shaped(at)._zod : { def: undefined };
  if (def?.type === "record") return enumOf((def as z.core.$ZodRecordDef).keyType);
  return def?.type === "object" ? Object.keys((def as z.core.$ZodObjectDef).shape) : [];
}

function enumOf({ _zod: { def } }: Schema): string[] {
  return def.type === "enum" ? Object.values((def as z.core.$ZodEnumDef).entries).map(String) : [];
}

function stepInto(schema: Schema, key: string): Schema | undefined {
  const { def } = shaped(schema)._zod;
  if (def.type === "object") return (def as z.core.$ZodObjectDef).shape[key];
  if (def.type === "array") return (def as z.core.$ZodArrayDef).element;
  return def.type === "record" ? (def as z.core.$ZodRecordDef).valueType : undefined;
}

/** The schema without optional and default wrappers; of a union, the object. */
function shaped(schema: Schema): Schema {
  const { def } = schema._zod;
  if ("innerType" in def) return shaped(def.innerType as Schema);
  if (def.type !== "union") return schema;
  return (def as z.core.$ZodUnionDef).options.map(shaped).find((one) => one._zod.def.type === "object") ?? schema;
}

/** Custom messages complete "must be …". */
function predicate(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `must be given: ${withArticle(typeWord(issue.expected))}`
        : `must be of type ${typeWord(issue.expected)}, but it is ${typeName(issue.input)}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "invalid_format":
      return `must be ${issue.format === "regex" ? issue.message : `a valid ${issue.format}`}`;
    case "too_small":
      if (issue.origin === "string" || issue.origin === "array") return "must not be empty";
      return `must be at least ${issue.minimum}`;
    case "too_big":
      return `must be at most ${issue.maximum}`;
    default:
      return `must be ${issue.message}`;
  }
}

/** JavaScript's name for a type, if zod uses another. */
function typeWord(type: string): string {
  return { array: "list", record: "object", int: "integer" }[type] ?? type;
}

function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

function typeName(input: unknown): string {
  if (input === null) return "null";
  return Array.isArray(input) ? "a list" : typeof input;
}
