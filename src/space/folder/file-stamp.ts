/** Tells whether a file is still the one that was read; the change time catches what keeps its date and size. */
import { stat } from "node:fs/promises";

/** "" for a file that cannot be looked at: reading it will say why. */
export async function fileStamp(file: string): Promise<string> {
  try {
    const { mtimeMs, ctimeMs, size } = await stat(file);
    return `${mtimeMs} ${ctimeMs} ${size}`;
  } catch {
    return "";
  }
}
