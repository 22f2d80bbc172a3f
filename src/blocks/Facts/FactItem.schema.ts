import { block, number, text } from "../../content/schema/fields.ts";

export const schema = block({
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
