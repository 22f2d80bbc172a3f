import { CLEAR_LINE, type Output, type Streams } from "./report.ts";

/** Control characters and those that reorder a line. The styles that this program prints match as a whole. */
const UNSAFE = /\p{Cc}\[(?:1|2|22|31|32|33|39)m|[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
/** Commands to GitHub's runner begin a line; annotations, which `check` prints, do no harm. */
const RUNNER_COMMAND = /::(?<=^\s*::)(?!(?:error|warning|notice) title=)/gm;

/**
 * Wraps a command's streams, so that content cannot control a terminal or GitHub's runner. Unsafe characters become
 * escapes as in JSON, so JSON output stays the same data.
 */
export function safeStreams({ stdout, stderr, env }: Streams): Streams {
  const safe = (stream: Output): Output => ({
    write: (text) => stream.write(safeText(text, env.GITHUB_ACTIONS === "true")),
    isTTY: stream.isTTY === true,
  });
  return { stdout: safe(stdout), stderr: safe(stderr), env };
}

/** Makes text safe for a terminal and, with `isOnGitHub`, for the log of GitHub's runner. */
export function safeText(given: string | Uint8Array, isOnGitHub: boolean): string {
  const text = typeof given === "string" ? given : Buffer.from(given).toString();
  if (text === CLEAR_LINE) return text;
  const safe = text.replaceAll("\r\n", "\n").replace(UNSAFE, (found) => {
    if (found === "\n" || found === "\t" || found.startsWith("\u001b[")) return found;
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}${found.slice(1)}`;
  });
  return isOnGitHub ? safe.replace(RUNNER_COMMAND, "\\u003a:").replaceAll("##[", "#\\u0023[") : safe;
}
