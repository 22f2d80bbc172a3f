import { block, image, option, text } from "../../content/schema/fields.ts";

export const schema = block({
  name: "BisectionImage",
  kind: "part",
  description: "Half with an image; also usable alone as a section.",
  fields: {
    image: image({ required: true }),
    caption: text({ translatable: true }),
    fit: option(["cover", "contain"]),
  },
});
