import { block, blocks, richtext, sectionFields, text } from "../../content/schema/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = block({
  name: "HeroText",
  kind: "section",
  description: "Text-only hero.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    links: blocks([link]),
  },
});
