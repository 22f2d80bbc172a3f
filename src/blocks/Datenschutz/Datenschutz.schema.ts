import { boolean, defineBlock, richtext, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "Datenschutz",
  kind: "section",
  description: "Privacy policy: long legal rich text with a generated table of contents.",
  fields: {
    ...sectionFields,
    headline: text({ translatable: true }),
    text: richtext({ translatable: true, required: true }),
    show_toc: boolean(),
  },
});
