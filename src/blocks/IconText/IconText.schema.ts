import { defineBlock, image, multilink, richtext, text } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "IconText",
  kind: "part",
  description: "Icon with title and text; alone or in a TextGrid.",
  fields: {
    icon: image({ decorative: true }),
    title: text({ translatable: true }),
    text: richtext({ translatable: true }),
    link: multilink(),
  },
});
