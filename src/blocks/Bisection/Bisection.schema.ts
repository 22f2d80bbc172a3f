import { blocks, defineBlock, option } from "../../exports/schema.ts";
import { schema as bisectionImage } from "../BisectionImage/BisectionImage.schema.ts";
import { schema as bisectionText } from "../BisectionText/BisectionText.schema.ts";
import { schema as bisectionVideo } from "../BisectionVideo/BisectionVideo.schema.ts";
import { sectionFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "Bisection",
  kind: "section",
  description: "Two halves side by side, stacked on small screens; each half is one Bisection part.",
  fields: {
    ...sectionFields,
    left: blocks([bisectionImage, bisectionText, bisectionVideo], { required: true }),
    right: blocks([bisectionImage, bisectionText, bisectionVideo], { required: true }),
    ratio: option(["1-1", "2-1", "1-2"]),
  },
});
