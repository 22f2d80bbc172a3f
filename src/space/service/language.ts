/** Which of a field's languages a request gets. */
import { translatedSuffix } from "../../content/rules/translated-key.ts";
import type { StoredContent } from "../model.ts";

interface LanguageChoice {
  /** A language code, or "default". */
  lang: string;
  fallback: string | null;
}

/** The first has priority. */
export function suffixesOf({ lang, fallback }: LanguageChoice): string[] {
  return [lang, fallback].flatMap((code) => (code === null || code === "default" ? [] : translatedSuffix(code)));
}

/** A translation that was enabled and left empty overrides the fallback, so presence decides and not content. */
function fieldValue(source: Record<string, unknown>, field: string, suffixes: readonly string[]): unknown {
  for (const suffix of suffixes) {
    if (field + suffix in source) return source[field + suffix];
  }
  return source[field];
}

/** One field by its dotted path, without copying the rest, for filters and sorting. */
export function fieldInLanguage(content: StoredContent, path: string, choice: LanguageChoice): unknown {
  const suffixes = suffixesOf(choice);
  let value: unknown = content;
  for (const part of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = fieldValue(value as Record<string, unknown>, part, suffixes);
  }
  return value;
}
