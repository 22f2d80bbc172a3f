import { blocks, defineBlock, text } from "../../exports/schema.ts";
import { schema as factItem } from "../ui/FactItem.schema.ts";
import { sectionFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "Facts",
  kind: "section",
  description: "Row of figures that count up over 2 s when they reach 90% of the viewport.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    items: blocks([factItem], { required: true }),
  },
});
