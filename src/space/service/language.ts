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
  const { lang, fallback, editable } = choice;
  // The first has priority, even with an empty text: a translation that was enabled overrides the fallback.
  const suffixes = [lang, fallback].flatMap((code) =>
    code === null || code === "default" ? [] : translatedSuffix(code),
  );
  // A copied object has the same type.
  return copyValue(content, { suffixes, editable }) as StoredContent;
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

function editableMark(name: string, uid: string, editable: { spaceId: number; storyId: number }): string {
  const data = `{"name": ${JSON.stringify(name)}, "space": "${editable.spaceId}", "uid": ${JSON.stringify(uid)}, "id": "${editable.storyId}"}`;
  return `<!--#storyblok#${data}-->`;
}
