/**
 * Whether code may be written with a name found in content. The service's interface gives components and fields names of
 * letters, digits, `_`, `-` and, in older spaces, blanks; only an import can make others, such as `x*` + `/}{alert()}`.
 * Two leading underscores are the language's own (`__proto__`).
 */
export function isUsableName(name: string): boolean {
  return /^(?!__)[\p{L}\p{M}\p{N}_ -]+$/u.test(name) && /[\p{L}\p{N}]/u.test(name);
}
