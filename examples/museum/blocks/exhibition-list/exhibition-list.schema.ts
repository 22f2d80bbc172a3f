import { defineBlock, number, text } from "sitegen-storyblok/schema";

export const schema = defineBlock({
  name: "exhibition-list",
  fields: { headline: text(), limit: number() },
});
