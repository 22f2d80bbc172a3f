import { blocks, datasource, defineBlock, image, sections, text } from "../../exports/schema.ts";
import { schema as factItem } from "../ui/FactItem.schema.ts";
import { keptTeaserFields, pageFields, teaserFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "SuccessStory",
  kind: "page",
  description: "A customer story. Shows customer, industry, solution and result figures in its head.",
  kept: {
    ...keptTeaserFields,
    customer: [],
    customer_logo: [],
    industry: [],
    solution: [],
    results: [],
  },
  fields: {
    ...pageFields,
    ...teaserFields,
    customer: text({ translatable: true }),
    customer_logo: image(),
    industry: datasource("all-industries"),
    solution: datasource("all-solutions"),
    results: blocks([factItem]),
    body: sections(),
  },
});
