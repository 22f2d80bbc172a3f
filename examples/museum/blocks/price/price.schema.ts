import { defineBlock, text } from "sitegen-storyblok/schema";

export const schema = defineBlock({
  name: "price",
  kind: "item",
  fields: { who: text({ required: true }), price: text({ required: true }) },
});
