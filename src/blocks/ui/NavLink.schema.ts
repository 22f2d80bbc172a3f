import { defineBlock, multilink, text } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "NavLink",
  kind: "item",
  description: "A link of a navigation entry, with what it promises in one line.",
  fields: {
    title: text({ translatable: true }),
    link: multilink({ required: true }),
    text: text({ translatable: true, description: "One line below the title, in the desktop menu's panel." }),
  },
});
