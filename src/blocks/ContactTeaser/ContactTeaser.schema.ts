import { blocks, boolean, defineBlock, image, text, textarea } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "ContactTeaser",
  kind: "section",
  description: "Call to action that opens the contact overlay or follows its link.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: textarea({ translatable: true }),
    image: image(),
    prominent: boolean({ description: "Large, for pages that lead to this call." }),
    link: blocks([link]),
  },
});
