/** The line on which each element of a JSON array begins. The text has been parsed before, so it is well formed. */
export function jsonElements(text: string): number[] {
  const lines: number[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[[\]{},\n]|[^\s"[\]{},]+/g;
  let depth = 0;
  let line = 1;
  let expectsElement = false;
  for (const [part] of text.matchAll(token)) {
    if (part === "\n") {
      line += 1;
      continue;
    }
    const closes = part === "]" || part === "}";
    if (closes) depth -= 1;
    if (depth === 1 && expectsElement && !closes && part !== ",") {
      lines.push(line);
      expectsElement = false;
    }
    if (part === "[" || part === "{") {
      depth += 1;
      if (depth === 1) expectsElement = true;
    }
    if (part === "," && depth === 1) expectsElement = true;
  }
  return lines;
}
