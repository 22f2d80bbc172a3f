/** Ends a piece of work at one of its writes, as a killed process does: nothing is written, renamed or removed after it. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/**
 * Runs until the nth change of a file, of which only the first half is written. False if the work ended before it.
 * Reading goes on.
 */
export function stopAtWrite(nth: number, run: () => void): boolean {
  const { writeSync, writeFileSync, appendFileSync, renameSync, rmSync, ftruncateSync } = fs;
  let count = 0;
  const change = <T>(whole: () => T, half: () => void = () => undefined): T => {
    count += 1;
    if (count < nth) return whole();
    if (count === nth) half();
    throw new Error("Stopped");
  };
  const halfOf = (content: unknown) => {
    const bytes = Buffer.from(content as string | Uint8Array); // the work writes texts and bytes only
    return bytes.subarray(0, Math.floor(bytes.length / 2));
  };
  Object.assign(fs, {
    writeSync: (fd: number, bytes: Uint8Array, offset = 0, length = bytes.length - offset, position = 0) =>
      change(
        () => writeSync(fd, bytes, offset, length, position),
        () => writeSync(fd, bytes, offset, Math.floor(length / 2), position),
      ),
    writeFileSync: (...[file, content]: Parameters<typeof writeFileSync>) =>
      change(
        () => writeFileSync(file, content),
        () => writeFileSync(file, halfOf(content)),
      ),
    appendFileSync: (...[file, content]: Parameters<typeof appendFileSync>) =>
      change(
        () => appendFileSync(file, content),
        () => appendFileSync(file, halfOf(content)),
      ),
    renameSync: (...given: Parameters<typeof renameSync>) => change(() => renameSync(...given)),
    rmSync: (...given: Parameters<typeof rmSync>) => change(() => rmSync(...given)),
    ftruncateSync: (...given: Parameters<typeof ftruncateSync>) => change(() => ftruncateSync(...given)),
  });
  syncBuiltinESMExports();
  try {
    run();
  } catch (error) {
    if (count < nth) throw error;
  } finally {
    Object.assign(fs, { writeSync, writeFileSync, appendFileSync, renameSync, rmSync, ftruncateSync });
    syncBuiltinESMExports();
  }
  return count >= nth;
}
