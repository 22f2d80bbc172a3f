/** How code reads a field of a value: `props.title`, `props["two words"]`. */
export function access(value: string, key: string): string {
  return isName(key) ? `${value}.${key}` : `${value}[${JSON.stringify(key)}]`;
}

/** A key as an object literal or a type has it. */
export function property(key: string): string {
  return isName(key) ? key : JSON.stringify(key);
}

function isName(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(key);
}
