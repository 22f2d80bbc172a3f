import { defineBlock, multilink, richtext, text } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "TextGridItem",
  kind: "item",
  description: "Title and text.",
  fields: {
    title: text({ translatable: true }),
    text: richtext({ translatable: true }),
    link: multilink(),
  },
});
