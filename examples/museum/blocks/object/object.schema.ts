import { defineBlock, image, text, textarea } from "sitegen-storyblok/schema";

export const schema = defineBlock({
  name: "object",
  kind: "part",
  fields: { name: text({ required: true }), year: text(), text: textarea(), picture: image() },
});
