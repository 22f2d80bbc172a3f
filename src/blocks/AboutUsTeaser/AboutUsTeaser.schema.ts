import { blocks, defineBlock, image, richtext, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "AboutUsTeaser",
  kind: "section",
  description: "Teaser for the about-us page: image beside text and link.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    image: image(),
    link: blocks([link]),
  },
});
