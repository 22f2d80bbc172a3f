/** Detects changed files; ctime catches changes that keep mtime and size. */
import { stat } from "node:fs/promises";

/** "" for a file that cannot be read; reading it reports the error. */
export async function fileStamp(file: string): Promise<string> {
  try {
    const { mtimeMs, ctimeMs, size } = await stat(file);
    return `${mtimeMs} ${ctimeMs} ${size}`;
  } catch {
    return "";
  }
}
