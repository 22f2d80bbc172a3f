import { block, image, multilink, text } from "../../content/schema/fields.ts";

export const schema = block({
  name: "ImageLinkItem",
  kind: "item",
  description: "Image, title and link.",
  fields: {
    image: image({ required: true }),
    title: text({ translatable: true }),
    link: multilink(),
  },
});
