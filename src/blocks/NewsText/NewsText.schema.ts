import { blocks, datetime, defineBlock, richtext, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
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
