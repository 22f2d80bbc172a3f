import { blocks, datasource, defineBlock, number, relations, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "BlogTeaser",
  kind: "section",
  description: "A few chosen posts, or the latest ones when none is chosen.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    posts: relations("Insights"),
    category: datasource("insight-categories"),
    count: number(),
    link: blocks([link]),
  },
});
