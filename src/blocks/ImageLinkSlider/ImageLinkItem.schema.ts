import { defineBlock, image, multilink, text } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "ImageLinkItem",
  kind: "item",
  description: "Image, title and link.",
  fields: {
    image: image({ required: true }),
    title: text({ translatable: true }),
    link: multilink(),
  },
});
