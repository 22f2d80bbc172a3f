import { blocks, defineBlock, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as slideItem } from "./SlideItem.schema.ts";

export const schema = defineBlock({
  name: "PlatformSlider",
  kind: "section",
  hydrate: true,
  kept: { kicker: [], items: ["title"] },
  description: "Slider through platform modules or screens.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    items: blocks([slideItem], { required: true }),
  },
});
