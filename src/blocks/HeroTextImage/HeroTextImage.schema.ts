import { blocks, defineBlock, image, option, richtext, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "HeroTextImage",
  kind: "section",
  description: "Hero with text beside an image.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    image: image({ required: true }),
    image_portrait: image({
      description:
        "The same subject in an upright format, for phones. Where it is empty, the picture is cut around its focal point.",
    }),
    image_side: option(["right", "left"]),
    links: blocks([link]),
  },
});
