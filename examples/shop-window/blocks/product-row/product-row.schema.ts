import { defineBlock, multilink, text, textarea } from "sitegen-storyblok/schema";

export const schema = defineBlock({
  name: "product-row",
  fields: { headline: text(), skus: textarea({ required: true }), link: multilink(), link_text: text() },
});
