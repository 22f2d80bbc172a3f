import { blocks, defineBlock, image, richtext, text, video } from "../../exports/schema.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "SlideItem",
  kind: "item",
  description: "Image or video, title, text, link.",
  fields: {
    image: image(),
    video: video(),
    title: text({ translatable: true }),
    text: richtext({ translatable: true }),
    link: blocks([link]),
  },
});
