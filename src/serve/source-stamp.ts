import fg from "fast-glob";

/**
 * A value that changes when a file does that the output is made from. Times and sizes are compared rather than
 * watched: that works the same on every file system, in containers too, and takes some milliseconds.
 */
export async function sourceStamp(patterns: readonly string[]): Promise<string> {
  const files = await fg([...patterns], { stats: true, dot: false, absolute: true, suppressErrors: true });
  const lines = files.map(({ path, stats }) => `${path} ${stats?.size} ${stats?.mtimeMs}`);
  return lines.sort().join("\n");
}
