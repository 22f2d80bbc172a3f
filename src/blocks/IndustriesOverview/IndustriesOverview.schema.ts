import { block, relations, richtext, sectionFields, text } from "../../content/schema/fields.ts";

export const schema = block({
  name: "IndustriesOverview",
  kind: "section",
  description: "Grid of all industry pages (or the chosen ones), with a solution filter.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    industries: relations("Industries"),
  },
});
