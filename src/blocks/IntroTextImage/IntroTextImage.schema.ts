import { defineBlock, image, option, richtext, text } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "IntroTextImage",
  kind: "part",
  description: "Introductory text beside an image.",
  fields: {
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    image: image({ required: true }),
    image_side: option(["right", "left"]),
  },
});
