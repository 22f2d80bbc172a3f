import { block, richtext, text } from "../../content/schema/fields.ts";

export const schema = block({
  name: "AccordionItem",
  kind: "item",
  description: "Title and rich text.",
  fields: {
    title: text({ translatable: true, required: true }),
    text: richtext({ translatable: true, required: true }),
  },
});
