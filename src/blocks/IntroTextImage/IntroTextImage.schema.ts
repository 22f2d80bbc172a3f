import { block, image, option, richtext, text } from "../../content/schema/fields.ts";

export const schema = block({
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
