/** Functions for a site's definition and configuration, without the code of a build. */
export { defineConfig } from "../config/user-config.ts";
export type * from "../site/definition.ts";
export { defineSite } from "../site/definition.ts";
export { defineOutput } from "../site/outputs.ts";
