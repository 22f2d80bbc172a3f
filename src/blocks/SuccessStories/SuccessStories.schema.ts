import { blocks, defineBlock, relations, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "SuccessStories",
  kind: "section",
  description: "Customer stories as rows: result, picture, logo, one sentence.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    stories: relations("SuccessStory", { required: true }),
    link: blocks([link]),
  },
});
