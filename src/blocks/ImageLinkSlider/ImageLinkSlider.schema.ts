import { block, blocks, sectionFields, text } from "../../content/schema/fields.ts";
import { schema as imageLinkItem } from "./ImageLinkItem.schema.ts";

export const schema = block({
  name: "ImageLinkSlider",
  kind: "section",
  hydrate: true,
  description: "Slider of images that are links.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    items: blocks([imageLinkItem], { required: true }),
  },
});
