import { block, blocks, relations, sectionFields, text } from "../../content/schema/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = block({
  name: "IndustriesSlider",
  kind: "section",
  hydrate: true,
  description: "Slider of industry pages.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    industries: relations("Industries"),
    link: blocks([link]),
  },
});
