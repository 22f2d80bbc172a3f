import { block, blocks, multilink, text } from "../../content/schema/fields.ts";
import { schema as link } from "./Link.schema.ts";

export const schema = block({
  name: "NavItem",
  kind: "item",
  description: "A navigation entry, with sub-items where it opens a dropdown.",
  fields: {
    title: text({ translatable: true, required: true }),
    link: multilink(),
    items: blocks([link]),
  },
});
