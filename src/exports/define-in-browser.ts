/** The same functions for the browser's copy of a definition, which has no outputs: those that make some make none. */
export { defineConfig } from "../config/user-config.ts";
export { defineSite } from "../site/definition.ts";
export { defineSource } from "../site/sources.ts";

const none = (): [] => [];

export { none as defineOutput, none as llmsTxt, none as markdownPages, none as openGraphImages, none as searchIndex };
