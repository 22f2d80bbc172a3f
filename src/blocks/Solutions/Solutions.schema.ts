import { datasource, defineBlock, image, sections } from "../../exports/schema.ts";
import { keptTeaserFields, pageFields, teaserFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "Solutions",
  kind: "page",
  description: "An offering page.",
  kept: {
    ...keptTeaserFields,
    solution: [],
    icon: [],
  },
  fields: {
    ...pageFields,
    ...teaserFields,
    solution: datasource("all-solutions"),
    icon: image({ decorative: true }),
    body: sections(),
  },
});
