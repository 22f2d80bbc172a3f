import { defineBlock, images, number, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "ImageSlider",
  kind: "section",
  hydrate: true,
  kept: { kicker: [], images: [] },
  description: "Slider of images with captions.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    images: images({ required: true }),
    autoplay_seconds: number(),
  },
});
