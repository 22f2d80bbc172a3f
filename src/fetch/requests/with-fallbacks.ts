/** Puts together the answers for a language with several fallback languages. */

/**
 * `others` are the answers with one fallback language each, in order. A field of them that differs from the answer
 * without has no text in the language.
 */
export function withFallbacks(value: unknown, others: readonly unknown[]): unknown {
  if (others.length === 0) return value;
  if (isRecord(value) && isBlockOrStory(value)) {
    const rest = others.filter(isRecord);
    const keys = [...new Set([value, ...rest].flatMap((one) => Object.keys(one)))];
    return Object.fromEntries(
      keys.flatMap((key) => {
        const found = withFallbacks(
          value[key],
          rest.map((one) => one[key]),
        );
        return found === undefined ? [] : [[key, found]];
      }),
    );
  }
  if (
    Array.isArray(value) &&
    value.some((one) => isRecord(one) && isBlockOrStory(one)) &&
    others.every(sameLength(value))
  )
    return value.map((one, index) =>
      withFallbacks(
        one,
        others.filter(Array.isArray).map((other: unknown[]) => other[index]),
      ),
    );
  // Any other value is the content of one field.
  const text = JSON.stringify(value);
  const other = others.find((one) => one !== undefined && JSON.stringify(one) !== text);
  return other === undefined ? value : other;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Their fields are translated one by one; other objects are the value of a field. */
function isBlockOrStory(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value.component === "string" || isRecord(value.content);
}

function sameLength(list: readonly unknown[]): (other: unknown) => boolean {
  return (other) => Array.isArray(other) && other.length === list.length;
}
