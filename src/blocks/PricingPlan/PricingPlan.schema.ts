import { blocks, defineBlock, richtext, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as pricingPlanItem } from "./PricingPlanItem.schema.ts";

export const schema = defineBlock({
  name: "PricingPlan",
  kind: "section",
  description: "Pricing plans side by side with features; one may be highlighted.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    plans: blocks([pricingPlanItem], { required: true }),
  },
});
