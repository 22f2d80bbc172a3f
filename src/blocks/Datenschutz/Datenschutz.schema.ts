import { block, boolean, richtext, sectionFields, text } from "../../content/schema/fields.ts";

export const schema = block({
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
