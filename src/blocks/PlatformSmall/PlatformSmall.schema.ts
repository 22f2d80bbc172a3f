import { blocks, defineBlock, image, text, textarea } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "PlatformSmall",
  kind: "section",
  description: "Compact platform teaser.",
  fields: {
    ...sectionFields,
    headline: text({ translatable: true }),
    text: textarea({ translatable: true }),
    logo: image(),
    link: blocks([link]),
  },
});
