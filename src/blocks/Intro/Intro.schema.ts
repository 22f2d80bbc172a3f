import { blocks, defineBlock } from "../../exports/schema.ts";
import { schema as introHeadline } from "../IntroHeadline/IntroHeadline.schema.ts";
import { schema as introText } from "../IntroText/IntroText.schema.ts";
import { schema as introTextImage } from "../IntroTextImage/IntroTextImage.schema.ts";
import { sectionFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "Intro",
  kind: "section",
  description: "Page introduction made of intro parts.",
  fields: {
    ...sectionFields,
    body: blocks([introHeadline, introText, introTextImage], { required: true }),
  },
});
