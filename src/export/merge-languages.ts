import { translatedSuffix } from "../content/rules/translated-key.ts";
import { isRecord } from "../site/blocks/field-values.ts";
import type { ByLanguage } from "../site/by-language.ts";

/**
 * Merges the responses of all languages into the content service's stored form: values that differ are stored beside
 * the default one as `field__i18n__de`.
 */
export function mergeLanguages(value: unknown, others: Readonly<ByLanguage<unknown>>): unknown {
  if (Array.isArray(value)) {
    const alike = Object.entries(others).filter(([, other]) => Array.isArray(other) && other.length === value.length);
    return value.map((item, index) => mergeLanguages(item, eachAt(alike, index)));
  }
  if (!isRecord(value)) return value;
  const records = Object.entries(others).filter(([, other]) => isRecord(other));
  const merged: Record<string, unknown> = {};
  for (const [key, own] of Object.entries(value)) {
    const given = Object.entries(eachAt(records, key));
    merged[key] = mergeLanguages(own, Object.fromEntries(given.filter(([, other]) => covered(own, other))));
    for (const [lang, other] of given) {
      if (!covered(own, other)) merged[key + translatedSuffix(lang)] = other;
    }
  }
  return merged;
}

/** The languages' values at a key, without missing ones. */
function eachAt(others: readonly (readonly [string, unknown])[], key: string | number): ByLanguage<unknown> {
  const held = others.filter(([, other]) => Object.hasOwn(other as object, key));
  return Object.fromEntries(held.map(([lang, other]) => [lang, (other as Record<string | number, unknown>)[key]]));
}

/** True if the merged value yields the other language's: they are equal, or only their nested blocks differ. */
function covered(own: unknown, other: unknown): boolean {
  if (JSON.stringify(own) === JSON.stringify(other)) return true;
  return isBlockList(own) && isBlockList(other) && sameBlocks(own, other);
}

function isBlockList(value: unknown): value is Record<string, unknown>[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => isRecord(item) && typeof item.component === "string")
  );
}

function sameBlocks(a: readonly Record<string, unknown>[], b: readonly Record<string, unknown>[]): boolean {
  return a.length === b.length && a.every((block, index) => block._uid === b[index]?._uid);
}
