import { defineBlock, relations, richtext, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";

export const schema = defineBlock({
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
