import type { Shared } from "./payload.ts";

/** The part of the configuration that pages are rendered with. */
export type SiteSettings = Shared["site"] & {
  /** Only "production" is indexed. */
  environment: string;
};
