/**
 * One stored form from the answers in both languages: where they differ, the German value stands beside the default
 * one as `field__i18n__de`, as the content service stores it (Storyblok facts §3.6).
 */
export function mergeLanguages(english: unknown, german: unknown): unknown {
  if (Array.isArray(english) && Array.isArray(german) && english.length === german.length) {
    return english.map((item, index) => mergeLanguages(item, german[index]));
  }
  if (!isRecord(english) || !isRecord(german)) return english;
  const merged: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(english)) {
    const other = german[key];
    merged[key] = mergeLanguages(value, other);
    if (key in german && !covered(value, other)) {
      merged[key] = value;
      merged[`${key}__i18n__de`] = other;
    }
  }
  return merged;
}

/** True when the German value comes out of the merged one: it is equal, or its blocks differ inside only. */
function covered(english: unknown, german: unknown): boolean {
  if (JSON.stringify(english) === JSON.stringify(german)) return true;
  return isBlockList(english) && isBlockList(german) && sameBlocks(english, german);
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
