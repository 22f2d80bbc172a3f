/** What pages depend on of the code of each block that they show. */
import type { ClientBundle } from "../bundle/bundle-client.ts";
import { shortHash } from "../files/short-hash.ts";
import type { LoadedSite } from "./load-site.ts";

export interface BlockHashes {
  /** Its component, script and stylesheets: what a page that shows the block consists of. */
  shown(name: string): string;
  /** Its data file. */
  data(name: string): string;
}

/** Computed when they are asked for; "" for what a block does not have. */
export function createBlockHashes(
  code: LoadedSite["blockCode"],
  { chunks, sheets }: Pick<ClientBundle, "chunks" | "sheets">,
): BlockHashes {
  const { units } = sheets;
  const [uses, lateUses] = [sheets.uses, sheets.lateUses].map((all) => new Map(Object.entries(all)));
  const known = new Map<string, string>();
  // A stylesheet's place decides which file has it (page-styles.ts).
  const sheetsOf = (name: string) =>
    [uses, lateUses].map((all) => all?.get(name)?.map((place) => [place, units.length, units[place]]));
  return {
    shown(name) {
      const hash =
        known.get(name) ?? shortHash(JSON.stringify([code.get(name)?.shown, chunks.get(name), sheetsOf(name)]));
      known.set(name, hash);
      return hash;
    },
    data: (name) => code.get(name)?.data ?? "",
  };
}
