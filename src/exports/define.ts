/** Functions and types for a site's definition and configuration, without the code of a build. */
export { defineConfig, type UserConfig } from "../config/user-config.ts";
export { type LlmsTxtOptions, llmsTxt } from "../outputs/llms-txt.ts";
export { type MarkdownPagesOptions, markdownPages } from "../outputs/markdown-pages.ts";
export {
  type OpenGraphCardProps,
  type OpenGraphFont,
  type OpenGraphImagesOptions,
  openGraphImages,
} from "../outputs/open-graph-images.ts";
export { type SearchIndexOptions, searchIndex } from "../outputs/search-index.ts";
export type { Card, DefaultCard } from "../site/api/card.ts";
export type { PageInfo, RouteQuery } from "../site/api/page-info.ts";
export type * from "../site/definition.ts";
export { defineSite } from "../site/definition.ts";
export type { LanguageDefinition } from "../site/languages.ts";
export type {
  MadeFile,
  MakeOptions,
  OutputDefinition,
  PageContent,
  SiteReader,
} from "../site/outputs.ts";
export { defineOutput } from "../site/outputs.ts";
export type { SitePart } from "../site/parts.ts";
export type { Register, SharedData } from "../site/register.ts";
export type { RouteDefinition, RouteHead, RouteParams, RoutePath, SitemapAddition } from "../site/routes.ts";
export {
  type Duration,
  defineSource,
  type Source,
  type SourceContext,
  type SourceDefinition,
} from "../site/sources.ts";
