import { block, blocks, richtext, sectionFields, text } from "../../content/schema/fields.ts";
import { schema as pricingPlanItem } from "./PricingPlanItem.schema.ts";

export const schema = block({
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
