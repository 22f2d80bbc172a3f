import { block, blocks, image, sectionFields, text, textarea } from "../../content/schema/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = block({
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
