import { createInterface } from "node:readline/promises";
import { sitegenError } from "../../src/problems/errors.ts";
import { safeText } from "../safe-streams.ts";

/**
 * Asks questions on a terminal. Ctrl-C and Ctrl-D end the command: while a terminal is read, no other handler is
 * called.
 */
export function openPrompt(options: {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  signal: AbortSignal;
}) {
  const { input, output, signal } = options;
  const terminal = createInterface({ input, output });
  const given = new AbortController();
  const either = AbortSignal.any([signal, given.signal]);
  terminal.on("close", () => given.abort());
  return {
    /** The answer, or the default for an empty one. */
    async ask(text: string, fallback: string): Promise<string> {
      try {
        const shown = safeText(fallback === "" ? `${text}: ` : `${text} (${fallback}): `, false);
        return (await terminal.question(shown, { signal: either })).trim() || fallback;
      } catch (cause) {
        if (!either.aborted) throw cause;
        output.write("\n");
        throw sitegenError("INTERRUPTED", { message: "No answer was given.", hint: "Nothing was written.", cause });
      }
    },
    close: () => terminal.close(),
  };
}
