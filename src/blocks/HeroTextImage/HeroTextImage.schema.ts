import { block, blocks, image, option, richtext, sectionFields, text } from "../../content/schema/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = block({
  name: "HeroTextImage",
  kind: "section",
  description: "Hero with text beside an image.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    image: image({ required: true }),
    image_side: option(["right", "left"]),
    links: blocks([link]),
  },
});
