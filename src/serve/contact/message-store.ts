import { appendFile, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Largest size in bytes; beyond it messages are refused until the file is moved. */
const MAX_FILE = 10 * 1024 * 1024;

export interface MessageStore {
  /** Absolute path of the file. */
  file: string;
  /** Appends one message as a line of JSON; throws where that cannot be done. */
  keep(message: Readonly<Record<string, string>>): Promise<void>;
}

/** The messages of the contact form, one JSON object a line, in a file that its owner alone can read. */
export function createMessageStore(stateDir: string): MessageStore {
  const file = join(stateDir, "messages.jsonl");
  return {
    file,
    async keep(message) {
      const line = `${JSON.stringify(message)}\n`;
      const size = (await stat(file).catch(() => null))?.size ?? 0;
      if (size + Buffer.byteLength(line) > MAX_FILE) throw new Error(`${file} is full; move its messages elsewhere`);
      await mkdir(stateDir, { recursive: true });
      await appendFile(file, line, { mode: 0o600 });
    },
  };
}
