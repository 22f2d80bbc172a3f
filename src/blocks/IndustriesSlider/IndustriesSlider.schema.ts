import { blocks, defineBlock, relations, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "IndustriesSlider",
  kind: "section",
  hydrate: true,
  kept: { _uid: [], kicker: [], industries: [], "data.industries": ["title"], link: [] },
  description: "Slider of industry pages.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    industries: relations("Industries"),
    link: blocks([link]),
  },
});
