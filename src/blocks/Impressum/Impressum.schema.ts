import { defineBlock, richtext, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "Impressum",
  kind: "section",
  description: "Imprint (legal notice): company data and rich text.",
  fields: {
    ...sectionFields,
    headline: text({ translatable: true }),
    text: richtext({ translatable: true, required: true }),
  },
});
