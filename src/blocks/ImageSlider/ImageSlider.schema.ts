import { block, images, number, sectionFields, text } from "../../content/schema/fields.ts";

export const schema = block({
  name: "ImageSlider",
  kind: "section",
  hydrate: true,
  description: "Slider of images with captions.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    images: images({ required: true }),
    autoplay_seconds: number(),
  },
});
