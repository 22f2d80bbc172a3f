/** How code reads a field of a value: `props.title`, `props["two words"]`. */
export function access(value: string, key: string): string {
  return isName(key) ? `${value}.${key}` : `${value}[${JSON.stringify(key)}]`;
}

/** True for a key that needs no quotes. */
export function isName(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(key);
}
