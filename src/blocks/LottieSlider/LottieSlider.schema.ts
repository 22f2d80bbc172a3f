import { blocks, boolean, defineBlock, option, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as lottieItem } from "./LottieItem.schema.ts";

export const schema = defineBlock({
  name: "LottieSlider",
  kind: "section",
  hydrate: true,
  description: "Slider of Lottie animations, each with title and text; only the visible one plays.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    items: blocks([lottieItem], { required: true }),
    loop: boolean(),
    mode: option(["normal", "bounce"]),
  },
});
