import type { Config } from "../../config/config.ts";
import type { ContentService } from "../../generate/content-service.ts";
import type { OutDomain } from "../../publish/kept-builds.ts";
import type { BuildManifest } from "../../render/manifest.ts";
import type { Failure } from "./failure.ts";

/** Plain data, for another process. */
export interface DevOptions {
  config: Config;
  service: Omit<ContentService, "close">;
  stateDir: string;
  /** The output folder of the last build, for the gallery. */
  out: string;
  /** Folders with files that no page depends on: output, state, content. */
  others: readonly string[];
}

/** A domain of the site, as in a build's manifest. */
export interface DevDomain extends OutDomain {
  manifest: BuildManifest;
}

/** What the server needs to know of the newest version. */
export interface DevUpdate {
  /** Increases with every new version. */
  revision: number;
  /** False while the browser code is still the former version's; another update follows. */
  isWhole: boolean;
  /** What is wrong with the newest sources; the last good version is served. */
  failure: Failure | null;
  /** The site's domains with their redirects and pages; empty until there is a good version. */
  domains: readonly DevDomain[];
  headers: Readonly<Record<string, string>>;
}
