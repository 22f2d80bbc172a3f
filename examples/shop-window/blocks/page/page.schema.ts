import { blocks, defineBlock, text, textarea } from "sitegen-storyblok/schema";

export const schema = defineBlock({
  name: "page",
  kind: "page",
  fields: {
    title: text({ required: true }),
    description: textarea(),
    body: blocks(["hero", "product-row", "columns", "shop-map", "text"]),
  },
});
