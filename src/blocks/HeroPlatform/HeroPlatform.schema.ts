import { blocks, defineBlock, file, image, text, textarea } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";
import { schema as line } from "./ConsoleLine.schema.ts";

export const schema = defineBlock({
  name: "HeroPlatform",
  kind: "section",
  hydrate: ["lines"],
  kept: { kicker: [], headline: [], text: [], logo: [], image: ["alt"], image_language: [], links: [] },
  description:
    "Hero of the software platform: logo, claim, links, and the product: its lines as a live screen, else its picture or Lottie.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: textarea({ translatable: true }),
    logo: image(),
    image: image(),
    image_language: image({
      translatable: true,
      description: "The picture in this language, where it has words; in place of the image.",
    }),
    image_portrait: image({ translatable: true, description: "A part of the picture that is read on a phone, 4:5." }),
    animation: file(),
    lines: blocks([line]),
    links: blocks([link]),
  },
});
