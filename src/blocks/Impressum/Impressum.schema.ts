import { block, richtext, sectionFields, text } from "../../content/schema/fields.ts";

export const schema = block({
  name: "Impressum",
  kind: "section",
  description: "Imprint (legal notice): company data and rich text.",
  fields: {
    ...sectionFields,
    headline: text({ translatable: true }),
    text: richtext({ translatable: true, required: true }),
  },
});
