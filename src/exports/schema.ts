/** Functions that declare a block's fields, and the types derived from them. */
export * from "../content/schema/fields.ts";
export { fromStoryblok, type StoryblokBlock } from "../content/schema/service-components.ts";
