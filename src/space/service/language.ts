/** Content in one language, as the content service returns it. */
import { TRANSLATED_SUFFIX, translatedSuffix } from "../../content/rules/translated-key.ts";
import type { StoredContent } from "../model.ts";

export interface LanguageChoice {
  /** A language code, or "default". */
  lang: string;
  fallback: string | null;
  /** Draft responses have the visual editor's marker in every block. */
  editable: { spaceId: number; storyId: number } | null;
}

/** A copy with the language's values instead of the default ones and without `__i18n__` keys. */
export function contentInLanguage(content: StoredContent, choice: LanguageChoice): StoredContent {
  // A copied object has the same type.
  return copyValue(content, { suffixes: suffixesOf(choice), editable: choice.editable }) as StoredContent;
}

/** The first has priority. */
function suffixesOf({ lang, fallback }: Omit<LanguageChoice, "editable">): string[] {
  return [lang, fallback].flatMap((code) => (code === null || code === "default" ? [] : translatedSuffix(code)));
}

interface CopyOptions {
  suffixes: readonly string[];
  editable: LanguageChoice["editable"];
}

function copyValue(value: unknown, options: CopyOptions): unknown {
  if (Array.isArray(value)) return value.map((item) => copyValue(item, options));
  if (typeof value !== "object" || value === null) return value;
  return copyObject(value as Record<string, unknown>, options);
}

function copyObject(source: Record<string, unknown>, options: CopyOptions): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  let translated = false;
  for (const key in source) {
    if (key.includes(TRANSLATED_SUFFIX)) translated = true;
    else copy[key] = source[key];
  }
  if (translated) translate(source, copy, options.suffixes);
  for (const key in copy) {
    if (typeof copy[key] === "object") copy[key] = copyValue(copy[key], options);
  }
  if (options.editable && typeof source.component === "string" && typeof source._uid === "string") {
    copy._editable = editableMark(source.component, source._uid, options.editable);
  }
  return copy;
}

/** The first suffix has priority; a field may exist only in a translation. */
function translate(source: Record<string, unknown>, copy: Record<string, unknown>, suffixes: readonly string[]): void {
  for (const suffix of suffixes.toReversed()) {
    for (const key in source) {
      if (key.endsWith(suffix)) copy[key.slice(0, -suffix.length)] = source[key];
    }
  }
}

/** A translation that was enabled and left empty overrides the fallback, so presence decides and not content. */
function fieldValue(source: Record<string, unknown>, field: string, suffixes: readonly string[]): unknown {
  for (const suffix of suffixes) {
    if (field + suffix in source) return source[field + suffix];
  }
  return source[field];
}

function editableMark(name: string, uid: string, editable: { spaceId: number; storyId: number }): string {
  const data = `{"name": ${JSON.stringify(name)}, "space": "${editable.spaceId}", "uid": ${JSON.stringify(uid)}, "id": "${editable.storyId}"}`;
  return `<!--#storyblok#${data}-->`;
}

/** One field by its dotted path, without copying the rest, for filters and sorting. */
export function fieldInLanguage(
  content: StoredContent,
  path: string,
  choice: Omit<LanguageChoice, "editable">,
): unknown {
  const suffixes = suffixesOf(choice);
  let value: unknown = content;
  for (const part of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = fieldValue(value as Record<string, unknown>, part, suffixes);
  }
  return value;
}
