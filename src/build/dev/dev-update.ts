import type { Config } from "../../config/config.ts";
import type { OutDomain } from "../../publish/out-domains.ts";
import type { BuildManifest } from "../../render/manifest.ts";
import type { ContentService } from "../content-service.ts";
import type { Failure } from "./failure.ts";

export interface DevOptions {
  config: Config;
  service: ContentService;
  stateDir: string;
  /** Folders with files that no page is made from: output, state, content. */
  others: readonly string[];
}

/** A domain of the site, as a build's manifest describes it. */
export interface DevDomain extends OutDomain {
  manifest: BuildManifest;
}

/** What a server of the site knows of its newest version. */
export interface DevUpdate {
  /** Rises with every version that is another one. */
  revision: number;
  /** False while the browser's code is the former version's; an update that brings it follows. */
  isWhole: boolean;
  /** What is wrong with the newest sources; the last good version is served. */
  failure: Failure | null;
  /** The site's domains with their redirects and pages; none where there was no good version yet. */
  domains: readonly DevDomain[];
  /** Headers of every answer. */
  headers: Readonly<Record<string, string>>;
}
