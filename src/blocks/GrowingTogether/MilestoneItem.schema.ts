import { defineBlock, image, text, textarea } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "MilestoneItem",
  kind: "item",
  description: "A milestone: year, title, text, image.",
  fields: {
    year: text(),
    title: text({ translatable: true }),
    text: textarea({ translatable: true }),
    image: image(),
  },
});
