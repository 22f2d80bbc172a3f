import { defineBlock, richtext, text } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "AccordionItem",
  kind: "item",
  description: "Title and rich text.",
  fields: {
    title: text({ translatable: true, required: true }),
    text: richtext({ translatable: true, required: true }),
  },
});
