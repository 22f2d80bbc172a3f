import { blocks, boolean, defineBlock, richtext, text, textarea } from "../../exports/schema.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "PricingPlanItem",
  kind: "item",
  description: "A plan: name, price, unit, features, link.",
  fields: {
    name: text({ translatable: true, required: true }),
    price: text({ translatable: true }),
    unit: text({ translatable: true }),
    text: textarea({ translatable: true }),
    features: richtext({ translatable: true }),
    highlighted: boolean(),
    link: blocks([link]),
  },
});
