import { block, blocks, sectionFields, textarea } from "../../content/schema/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = block({
  name: "TextTeaser",
  kind: "section",
  description: "One large statement with an optional link.",
  fields: {
    ...sectionFields,
    text: textarea({ translatable: true, required: true }),
    link: blocks([link]),
  },
});
