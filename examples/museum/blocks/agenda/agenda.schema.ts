import { defineBlock, multilink, number, text } from "sitegen-storyblok/schema";

export const schema = defineBlock({
  name: "agenda",
  fields: { headline: text(), limit: number(), more: multilink(), more_text: text() },
});
