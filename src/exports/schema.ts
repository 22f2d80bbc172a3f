/** Functions that declare a block's fields, and the types derived from them. */
export * from "../site/blocks/fields.ts";
export { fromStoryblok, type StoryblokBlock } from "../site/blocks/service-components.ts";
