import { defineBlock, number, text, textarea } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "ConsoleLine",
  kind: "item",
  description:
    "A line of the product screen: what is measured there, around which value, up to which limit; when the model reports a change, when the limit would be reached, and the stop in which it is repaired.",
  fields: {
    name: text({ required: true, translatable: true }),
    place: text({ translatable: true }),
    measure: text({ translatable: true }),
    unit: text({ translatable: true }),
    usual: number({ required: true }),
    limit: number({ required: true }),
    decimals: number(),
    notice_day: number({ description: "The day on which the model reports the change." }),
    alert_day: number({ description: "The day on which the limit is reached if nothing is done." }),
    alert_text: textarea({ translatable: true }),
    stop_day: number({ description: "The day of the planned stop, from which the value is the usual one again." }),
    stop_text: textarea({ translatable: true }),
  },
});
