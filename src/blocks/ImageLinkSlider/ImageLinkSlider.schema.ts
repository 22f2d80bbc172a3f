import { blocks, defineBlock, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as imageLinkItem } from "./ImageLinkItem.schema.ts";

export const schema = defineBlock({
  name: "ImageLinkSlider",
  kind: "section",
  hydrate: true,
  kept: { kicker: [], items: ["title", "link.name", "image.alt"] },
  description: "Slider of images that are links.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    items: blocks([imageLinkItem], { required: true }),
  },
});
