import { defineBlock, number, text, textarea } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "ConsoleLine",
  kind: "item",
  description:
    "A line of the product screen: what is measured there, around which value, up to which limit, and when it alarms.",
  fields: {
    name: text({ required: true, translatable: true }),
    place: text({ translatable: true }),
    measure: text({ translatable: true }),
    unit: text({ translatable: true }),
    usual: number({ required: true }),
    limit: number({ required: true }),
    decimals: number(),
    alert_day: number(),
    alert_text: textarea({ translatable: true }),
  },
});
