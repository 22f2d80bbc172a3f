import { blocks, defineBlock, textarea } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "TextTeaser",
  kind: "section",
  description: "One large statement with an optional link.",
  fields: {
    ...sectionFields,
    text: textarea({ translatable: true, required: true }),
    link: blocks([link]),
  },
});
