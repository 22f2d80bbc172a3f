import { block, image, text, textarea } from "../../content/schema/fields.ts";

export const schema = block({
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
