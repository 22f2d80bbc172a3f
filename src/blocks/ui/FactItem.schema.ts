import { defineBlock, number, text } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "FactItem",
  kind: "item",
  description: "A figure: prefix, number, suffix, label.",
  fields: {
    prefix: text({ translatable: true }),
    number: number({ required: true }),
    decimals: number(),
    suffix: text({ translatable: true }),
    label: text({ translatable: true }),
  },
});
