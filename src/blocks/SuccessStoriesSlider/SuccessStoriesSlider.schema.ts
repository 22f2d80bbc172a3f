import { block, blocks, option, relations, sectionFields, text } from "../../content/schema/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = block({
  name: "SuccessStoriesSlider",
  kind: "section",
  hydrate: true,
  description: "Customer stories as a slider led by their logos, or as rows with result, picture and logo.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    stories: relations("SuccessStory"),
    link: blocks([link]),
    layout: option(["slider", "rows"]),
  },
});
