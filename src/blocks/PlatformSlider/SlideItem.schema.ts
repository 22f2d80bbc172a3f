import { blocks, defineBlock, image, richtext, text, video } from "../../exports/schema.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "SlideItem",
  kind: "item",
  hydrate: ["video"],
  description: "Image or video, title, text, link.",
  fields: {
    image: image(),
    image_language: image({
      translatable: true,
      description: "The picture in this language, where it has words; in place of the image.",
    }),
    image_portrait: image({ translatable: true, description: "A part of the picture that is read on a phone, 4:5." }),
    video: video(),
    title: text({ translatable: true }),
    text: richtext({ translatable: true }),
    link: blocks([link]),
  },
});
