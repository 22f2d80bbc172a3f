import { createSiteHost, folderSite, type Handler, type SiteHostOptions } from "../../src/serve/static-host.ts";

export type StaticHostOptions = Omit<SiteHostOptions, "files" | "rules"> & { root: string };

/** A static host of the site in a folder. */
export function createStaticHost(options: StaticHostOptions): Handler {
  return createSiteHost({ ...options, ...folderSite(options) });
}
