import { blocks, defineBlock, multilink, text } from "../../exports/schema.ts";
import { schema as link } from "./Link.schema.ts";

export const schema = defineBlock({
  name: "NavItem",
  kind: "item",
  description: "A navigation entry, with sub-items where it opens a dropdown.",
  fields: {
    title: text({ translatable: true, required: true }),
    link: multilink(),
    items: blocks([link]),
  },
});
