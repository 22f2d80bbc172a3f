import type { Config } from "../config/config.ts";
import type { AssetRecord } from "../content/asset.ts";
import { gatherAssets } from "./gather-assets.ts";

/** Assets of a previewed space, each fetched when a page first needs it. */
export interface OnDemandAssets {
  /** Fetches assets that were not requested before; the folder of mirrored assets is the build's own. */
  gather(filenames: ReadonlySet<string>): Promise<void>;
  lookup(filename: string): AssetRecord | undefined;
  sourceOf(path: string): string | undefined;
}

export function createOnDemandAssets(options: {
  config: Config;
  /** Of the content service. */
  endpoint: string;
  stateDir: string;
  signal?: AbortSignal | undefined;
}): OnDemandAssets {
  const requested = new Set<string>();
  const lookups: ((filename: string) => AssetRecord | undefined)[] = [];
  const sources = new Map<string, string>();
  let queue = Promise.resolve();
  const fetchNew = async (wanted: ReadonlySet<string>) => {
    const filenames = [...wanted].filter((filename) => !requested.has(filename));
    if (filenames.length === 0) return;
    for (const filename of filenames) requested.add(filename);
    const gathered = await gatherAssets({ ...options, filenames, offline: false });
    lookups.push(gathered.lookup);
    for (const file of gathered.files) sources.set(file.path, file.source);
  };
  return {
    // One call after the other: a page must not be rendered while an asset it shares with another is still being
    // fetched.
    gather(wanted) {
      const turn = queue.then(() => fetchNew(wanted));
      queue = turn.catch(() => undefined);
      return turn;
    },
    lookup(filename) {
      for (const lookup of lookups) {
        const record = lookup(filename);
        if (record) return record;
      }
      return undefined;
    },
    sourceOf: (path) => sources.get(path),
  };
}
