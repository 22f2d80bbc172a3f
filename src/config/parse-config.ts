import type { z } from "zod";
import { sitegenError } from "../errors.ts";
import { PROBLEM_CODES } from "../problem-codes.ts";
import { closestMatch } from "./did-you-mean.ts";
import { configSchema, type FileConfig } from "./schema.ts";

/** The one door for a configuration file's content; every fault is named with its key. */
export function parseConfig(raw: unknown, file: string): FileConfig {
  const result = configSchema.safeParse(raw ?? {}, { reportInput: true });
  const lines = result.success
    ? Object.keys(result.data.check.severities).filter(isMistyped).map(unknownFinding)
    : result.error.issues.map((issue) => describe(issue));
  if (result.success && lines.length === 0) return result.data;
  throw sitegenError("CONFIG_INVALID", {
    message: lines.join("\n"),
    where: file,
  });
}

/** A code of ours that there is not. A site's own blocks may report codes of their own. */
function isMistyped(code: string): boolean {
  const group = (name: string) => name.split("_")[0];
  return !PROBLEM_CODES.includes(code) && PROBLEM_CODES.some((known) => group(known) === group(code));
}

function unknownFinding(code: string): string {
  const near = closestMatch(code, PROBLEM_CODES);
  const hint = near ? `Did you mean "${near}"?` : "docs/error-codes.md lists them.";
  return `The key "check.severities.${code}" is no code of a finding. ${hint}`;
}

type Issue = z.core.$ZodIssue;

function describe(issue: Issue): string {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey([...path, key])).join("\n");
  return `The key "${path.join(".") || "(root)"}" must be ${expected(issue)}.`;
}

function unknownKey(path: string[]): string {
  const key = path.at(-1) ?? "";
  const known = keysAt(path.slice(0, -1));
  const near = closestMatch(key, known);
  const hint = near ? ` Did you mean "${near}"?` : ` Known keys here: ${known.join(", ")}.`;
  return `The key "${path.join(".")}" is not known.${hint}`;
}

/** Known keys of the object at a path of the schema. */
function keysAt(path: readonly string[]): string[] {
  let schema: unknown = configSchema;
  for (const key of path) schema = shapeOf(schema)[key];
  return Object.keys(shapeOf(schema));
}

function shapeOf(schema: unknown): Record<string, unknown> {
  const node = schema as { shape?: Record<string, unknown>; def?: { innerType?: unknown } } | undefined;
  if (node?.shape) return node.shape;
  return node?.def?.innerType ? shapeOf(node.def.innerType) : {};
}

function expected(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `of type ${issue.expected}, but it is ${typeName(issue.input)}`;
    case "invalid_value":
      return `one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "invalid_format":
      return issue.format === "regex" ? issue.message : `a valid ${issue.format}`;
    case "too_small":
      return `at least ${issue.minimum}`;
    case "too_big":
      return `at most ${issue.maximum}`;
    case "invalid_union":
      return "a glob of redirect files or a rule {from, to, status, query}";
    default:
      return issue.message;
  }
}

function typeName(input: unknown): string {
  if (input === null) return "null";
  if (input === undefined) return "missing";
  return Array.isArray(input) ? "a list" : typeof input;
}
