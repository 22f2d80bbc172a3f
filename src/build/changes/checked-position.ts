import { readFileSync } from "node:fs";
import { isWholeNumber } from "../../publish/stored-rows.ts";
import { writeFileAtomicSync } from "../../write-file-atomic.ts";

/** Where the next check of out/ goes on: the number of a page, and of a file that belongs to no page. */
export interface CheckedPosition {
  pages: number;
  others: number;
}

const START: CheckedPosition = { pages: 0, others: 0 };

/** The position of the store in `folder`. */
export function readPosition(folder: string): CheckedPosition {
  try {
    const { pages, others } = JSON.parse(readFileSync(fileOf(folder), "utf8")) as Record<string, unknown>;
    return isWholeNumber(pages) && isWholeNumber(others) ? { pages, others } : START;
  } catch {
    return START;
  }
}

/** Beside the store, since a build without changes writes nothing into that. */
export function writePosition(folder: string, position: CheckedPosition): void {
  const { pages, others } = readPosition(folder);
  if (pages === position.pages && others === position.others) return;
  try {
    writeFileAtomicSync(fileOf(folder), JSON.stringify(position));
  } catch {
    // A full disk: the next check begins where this one did.
  }
}

function fileOf(folder: string): string {
  return `${folder}.checked.json`;
}
