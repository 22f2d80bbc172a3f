import { block, blocks, relations, sectionFields, text } from "../../content/schema/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = block({
  name: "SuccessStoriesSlider",
  kind: "section",
  hydrate: true,
  description: "Slider of customer stories, led by their logos.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    stories: relations("SuccessStory"),
    link: blocks([link]),
  },
});
