/** What a site's definition and configuration import: no code of a build. */
export { defineConfig } from "../config/user-config.ts";
export type * from "../site/definition.ts";
export { defineSite } from "../site/definition.ts";
