/** The values of the site's own sources during development. */
import type { Config } from "../../config/config.ts";
import { fileStamp } from "../../files/file-hashes.ts";
import type { LoadedSources } from "../../sources/load-sources.ts";
import { createOpenedSite } from "../open-site.ts";
import { createSourceAsking, NO_SOURCES } from "../source-asking.ts";
import type { CodeVersion } from "./site-code.ts";

/** Gives the values of the site's own sources, asked once, and again when a module that they are made with has changed. */
export type DevValues = (code: CodeVersion) => Promise<LoadedSources>;

export function createDevValues(options: {
  config: Config;
  stateDir: string;
  /** Modules that browsers do not get. */
  serverOnly: () => readonly string[];
  warn: (text: string) => void;
  signal: AbortSignal;
}): DevValues {
  const { serverOnly, warn } = options;
  let last: { key: string; loaded: LoadedSources } | undefined;
  return async ({ bundled, loaded }) => {
    if (bundled.sources.length === 0) return NO_SOURCES;
    const stamps = [...bundled.definers, ...serverOnly()].map((file) => `${file} ${fileStamp(file)}`);
    const key = [...bundled.sources, ...stamps].join("\n");
    if (last?.key === key) return last.loaded;
    const opened = createOpenedSite(bundled, async () => loaded, options.config);
    const made = await createSourceAsking({ ...options, offline: false })(opened);
    for (const { message } of made.problems) warn(message);
    last = { key, loaded: made };
    return made;
  };
}
