import { appendFile, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FormMessage } from "../../forms/form-handler.ts";

/** Largest size in bytes; further messages are refused until the file is moved. */
const MAX_FILE = 10 * 1024 * 1024;

export interface MessageStore {
  /** Absolute path of the file. */
  file: string;
  /** Appends a message as a line of JSON; throws if that fails. */
  keep(message: FormMessage): Promise<void>;
}

/** Stores what forms are sent, one JSON object per line, in a file that only its owner can read. */
export function createMessageStore(stateDir: string): MessageStore {
  const file = join(stateDir, "messages.jsonl");
  return {
    file,
    async keep({ received, page, form, values }) {
      const line = `${JSON.stringify({ received, page, form, ...values })}\n`;
      const size = (await stat(file).catch(() => null))?.size ?? 0;
      if (size + Buffer.byteLength(line) > MAX_FILE) throw new Error(`${file} is full; move its messages elsewhere`);
      await mkdir(stateDir, { recursive: true });
      await appendFile(file, line, { mode: 0o600 });
    },
  };
}
