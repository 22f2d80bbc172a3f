import { block, multilink, richtext, text } from "../../content/schema/fields.ts";

export const schema = block({
  name: "TextGridItem",
  kind: "item",
  description: "Title and text.",
  fields: {
    title: text({ translatable: true }),
    text: richtext({ translatable: true }),
    link: multilink(),
  },
});
