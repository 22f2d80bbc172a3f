/**
 * Levels of nesting in a story's content, as JSON: a rich-text node takes two, a list item in the editor four, a block
 * six (below). The most that people write is some 100. A render in a new process needs less than half of its stack for
 * 200, with blocks of four elements in each other; where the stack is full, React loses levels.
 */
const MAX_DEPTH = 200;
/** Added for a block, since components inside each other take that much more stack than elements. */
const BLOCK_LEVELS = 4;
/** Characters of all texts and keys in a story's content, plus one for each value. */
const MAX_SIZE = 4_000_000;

/** Why content would take too much time or stack to build a page from; null if it does not. */
export function exceededLimit(content: unknown): string | null {
  let size = 0;
  const visit = (value: unknown, depth: number): boolean => {
    size += 1;
    if (typeof value === "string") size += value.length;
    if (typeof value !== "object" || value === null) return false;
    if (depth >= MAX_DEPTH) return true;
    if (Array.isArray(value)) return value.some((item) => visit(item, depth + 1));
    const fields = value as Record<string, unknown>;
    const inside = depth + 1 + (typeof fields.component === "string" ? BLOCK_LEVELS : 0);
    return Object.keys(fields).some((key) => {
      size += key.length;
      return visit(fields[key], inside);
    });
  };
  if (visit(content, 0)) return `content: nested more than ${MAX_DEPTH} levels deep, a block counting as six`;
  return size > MAX_SIZE ? `content: larger than ${MAX_SIZE / 1_000_000} million characters` : null;
}
