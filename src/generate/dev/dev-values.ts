/** The values of the site's own sources during development. */
import type { Config } from "../../config/config.ts";
import { fileStamp } from "../../files/file-hashes.ts";
import type { LoadedSources } from "../../sources/load-sources.ts";
import { createOpenedSite } from "../open-site.ts";
import { createSourceAsking, NO_SOURCES } from "../source-asking.ts";
import type { CodeVersion } from "./site-code.ts";

export interface DevValues {
  /** The values of the site's own sources, asked once, and again when a module that they are made with has changed. */
  load(code: CodeVersion): Promise<LoadedSources>;
}

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
  return {
    async load({ bundled, loaded }) {
      if (bundled.sources.length === 0) return NO_SOURCES;
      const key = [
        ...bundled.sources,
        ...[...bundled.definers, ...serverOnly()].map((file) => `${file} ${fileStamp(file)}`),
      ].join("\n");
      if (last?.key === key) return last.loaded;
      const made = await createSourceAsking({ ...options, offline: false }).load(
        createOpenedSite(bundled, async () => loaded, options.config),
      );
      for (const { message } of made.problems) warn(message);
      last = { key, loaded: made };
      return made;
    },
  };
}
