import { blocks, defineBlock, text } from "sitegen-storyblok/schema";

export const schema = defineBlock({ name: "objects", fields: { headline: text(), objects: blocks(["object"]) } });
