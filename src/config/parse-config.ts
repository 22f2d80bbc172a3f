import { sitegenError } from "../problems/errors.ts";
import { PROBLEM_CODES } from "../problems/problem-codes.ts";
import { closestMatch } from "../validation/did-you-mean.ts";
import { schemaErrors } from "../validation/schema-errors.ts";
import { configSchema, type FileConfig } from "./schema.ts";

/** Parses a configuration file's content; each error names its key. */
export function parseConfig(raw: unknown, file: string): FileConfig {
  const result = configSchema.safeParse(raw ?? {}, { reportInput: true });
  const lines = result.success
    ? Object.keys(result.data.check.severities).filter(isMistyped).map(unknownProblemCode)
    : schemaErrors(configSchema, result.error.issues);
  if (result.success && lines.length === 0) return result.data;
  throw sitegenError("CONFIG_INVALID", {
    message: lines.join("\n"),
    where: file,
  });
}

/** True for an unknown code with one of sitegen's prefixes. A site's own blocks may report other codes. */
function isMistyped(code: string): boolean {
  const group = (name: string) => name.split("_")[0];
  return !PROBLEM_CODES.includes(code) && PROBLEM_CODES.some((known) => group(known) === group(code));
}

function unknownProblemCode(code: string): string {
  const near = closestMatch(code, PROBLEM_CODES);
  const hint = near ? `Did you mean "${near}"?` : "docs/error-codes.md lists them.";
  return `The key "check.severities.${code}" is not the code of a problem. ${hint}`;
}
