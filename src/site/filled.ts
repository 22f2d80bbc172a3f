/** A text with the values in their places, such as `{name}`. A place without a value stays. */
export function filled(text: string, values: Readonly<Record<string, unknown>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
}
