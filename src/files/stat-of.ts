import { type Stats, statSync } from "node:fs";
import { errno } from "../problems/cause.ts";

/** What a path leads to; undefined if there is nothing, also for a link that leads back to itself. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errno(error) === "ELOOP") return undefined;
    throw error;
  }
}
