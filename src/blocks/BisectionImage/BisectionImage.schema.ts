import { defineBlock, image, option, text, textarea } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "BisectionImage",
  kind: "part",
  description: "Half with an image; also usable alone as a section.",
  fields: {
    image: image({ required: true }),
    image_language: image({
      translatable: true,
      description: "The picture in this language, where it has words; in place of the image.",
    }),
    image_portrait: image({ translatable: true, description: "A part of the picture that is read on a phone, 4:5." }),
    caption: text({ translatable: true }),
    callouts: textarea({
      translatable: true,
      description: "The numbers in a drawing and what they point to, one a line: 1 Main bearing.",
    }),
    fit: option(["cover", "contain"]),
  },
});
