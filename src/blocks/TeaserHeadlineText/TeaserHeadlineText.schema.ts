import { block, blocks, richtext, sectionFields, text } from "../../content/schema/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = block({
  name: "TeaserHeadlineText",
  kind: "section",
  description: "Headline, text and link teaser.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    link: blocks([link]),
  },
});
