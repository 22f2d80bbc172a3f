import { datasource, defineBlock, image, sections } from "../../exports/schema.ts";
import { keptTeaserFields, pageFields, teaserFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "Industries",
  kind: "page",
  description: "An industry page.",
  kept: {
    ...keptTeaserFields,
    industry: [],
    icon: [],
  },
  fields: {
    ...pageFields,
    ...teaserFields,
    industry: datasource("all-industries"),
    icon: image({ decorative: true }),
    body: sections(),
  },
});
