/** A value per language code. Plain data that can be sent to threads and stored as JSON. */
export type ByLanguage<T> = Record<string, T>;

export function byLanguage<T>(codes: readonly string[], make: (code: string) => T): ByLanguage<T> {
  return Object.fromEntries(codes.map((code) => [code, make(code)]));
}

/** The value of a language that must exist. */
export function forLanguage<T>(values: Readonly<ByLanguage<T>>, code: string): T {
  const value = values[code];
  if (value === undefined)
    throw new Error(`There is no language "${code}" here, only ${Object.keys(values).join(", ")}.`);
  return value;
}
