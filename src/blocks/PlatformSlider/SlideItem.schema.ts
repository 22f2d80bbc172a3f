import { block, blocks, image, richtext, text, video } from "../../content/schema/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = block({
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
