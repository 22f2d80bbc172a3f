/**
 * Like `URL.canParse`, which in Node 20 refuses hosts with letters such as ü where it is called some thousand times.
 */
export function isUrl(text: string, base?: string): boolean {
  try {
    return Boolean(new URL(text, base));
  } catch {
    return false;
  }
}
