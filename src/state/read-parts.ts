/** Reads parts of the state at a target, and checks each. */
import pLimit from "p-limit";
import type { Retry } from "../deploy/retry.ts";
import type { Target } from "../deploy/target.ts";
import type { Seal } from "./seal.ts";
import { LIST } from "./state-list.ts";

/** Requests under way at once. */
export const AT_ONCE = 16;

/** A part that is missing or not what the list says. */
export class LostPart extends Error {}

export type Reading = ReturnType<typeof createReading>;

export function createReading(target: Target, seal: Seal, retry: Retry) {
  const limit = pLimit(AT_ONCE);
  let bytes = 0;
  const read = async (name: string) => {
    const sealed = await retry(() => target.beside.read(name));
    bytes += sealed?.length ?? 0;
    return sealed;
  };
  return {
    seal,
    /** The list as it was left; null if there is none. */
    list: () => read(LIST),
    part: (name: string, size: number): Promise<Buffer> =>
      limit(async () => {
        const sealed = await read(name);
        if (!sealed) throw new LostPart("a part of it is missing");
        const opened = seal.open(sealed, name, size);
        const isWhole =
          opened.is === "content" && opened.content.length === size && seal.nameOf(opened.content) === name;
        if (!isWhole) throw new LostPart("a part of it was changed or damaged");
        return opened.content;
      }),
    bytes: () => bytes,
  };
}
