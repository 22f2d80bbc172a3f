import { block, blocks, datetime, richtext, sectionFields, text } from "../../content/schema/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = block({
  name: "NewsText",
  kind: "section",
  description: "Dated news item with text and link.",
  fields: {
    ...sectionFields,
    headline: text({ translatable: true }),
    date: datetime(),
    text: richtext({ translatable: true }),
    link: blocks([link]),
  },
});
