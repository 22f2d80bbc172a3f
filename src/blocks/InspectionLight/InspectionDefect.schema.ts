import { defineBlock, number, text } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "InspectionDefect",
  kind: "item",
  description: "A defect of an InspectionLight: what it is, where it lies on the picture (0 to 1), the model's score.",
  fields: {
    title: text({ required: true, translatable: true }),
    x: number({ required: true }),
    y: number({ required: true }),
    size: number(),
    score: number(),
  },
});
