import { blocks, defineBlock, number } from "../../exports/schema.ts";
import { schema as heroFullscreenImage } from "../HeroFullscreenImage/HeroFullscreenImage.schema.ts";
import { schema as heroText } from "../HeroText/HeroText.schema.ts";
import { schema as heroTextImage } from "../HeroTextImage/HeroTextImage.schema.ts";
import { sectionFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "HeroSlider",
  kind: "section",
  hydrate: true,
  description: "Hero made of several slides.",
  fields: {
    ...sectionFields,
    slides: blocks([heroFullscreenImage, heroTextImage, heroText], { required: true }),
    autoplay_seconds: number(),
  },
});
