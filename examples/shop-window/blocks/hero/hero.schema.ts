import { defineBlock, multilink, text, textarea } from "sitegen-storyblok/schema";

export const schema = defineBlock({
  name: "hero",
  fields: { headline: text({ required: true }), text: textarea(), link: multilink(), link_text: text() },
});
