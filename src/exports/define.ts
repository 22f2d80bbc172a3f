/** Functions for a site's definition and configuration, without the code of a build. */
export { defineConfig } from "../config/user-config.ts";
export { llmsTxt } from "../outputs/llms-txt.ts";
export { markdownPages } from "../outputs/markdown-pages.ts";
export { type OpenGraphCardProps, openGraphImages } from "../outputs/open-graph-images.ts";
export { searchIndex } from "../outputs/search-index.ts";
export type * from "../site/definition.ts";
export { defineSite } from "../site/definition.ts";
export { defineOutput } from "../site/outputs.ts";
export {
  type Duration,
  defineSource,
  type Source,
  type SourceContext,
  type SourceDefinition,
} from "../site/sources.ts";
