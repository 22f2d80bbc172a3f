import { defineBlock, image, option, text } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "BisectionImage",
  kind: "part",
  description: "Half with an image; also usable alone as a section.",
  fields: {
    image: image({ required: true }),
    image_portrait: image({ description: "A part of the picture that is read on a phone, 4:5." }),
    caption: text({ translatable: true }),
    fit: option(["cover", "contain"]),
  },
});
