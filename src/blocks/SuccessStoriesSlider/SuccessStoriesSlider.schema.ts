import { blocks, defineBlock, relations, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "SuccessStoriesSlider",
  kind: "section",
  hydrate: true,
  kept: { _uid: [], kicker: [], stories: ["title", "customer"], link: [] },
  description: "Slider of customer stories, led by their logos.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    stories: relations("SuccessStory"),
    link: blocks([link]),
  },
});
