import { blocks, defineBlock, image, richtext, text } from "../../exports/schema.ts";
import { schema as iconText } from "../IconText/IconText.schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "Platform",
  kind: "section",
  description: "Platform section: what the platform does, feature list and picture.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    image: image(),
    image_language: image({
      translatable: true,
      description: "The picture in this language, where it has words; in place of the image.",
    }),
    image_portrait: image({ translatable: true, description: "A part of the picture that is read on a phone, 4:5." }),
    features: blocks([iconText]),
    links: blocks([link]),
  },
});
