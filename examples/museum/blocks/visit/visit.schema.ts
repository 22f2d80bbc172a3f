import { blocks, defineBlock, richtext, text } from "sitegen-storyblok/schema";

export const schema = defineBlock({
  name: "visit",
  fields: { headline: text(), hours: richtext(), prices: blocks(["price"]), way: richtext() },
});
