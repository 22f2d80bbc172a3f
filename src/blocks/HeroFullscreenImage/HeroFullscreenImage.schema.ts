import { blocks, defineBlock, image, number, text, textarea, video } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "HeroFullscreenImage",
  kind: "section",
  hydrate: ["video"],
  description: "Full-viewport image hero with headline and links over it.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: textarea({ translatable: true }),
    image: image({ required: true }),
    image_portrait: image({
      description:
        "The same subject in an upright format, for phones. Where it is empty, the picture is cut around its focal point.",
    }),
    video: video(),
    overlay: number(),
    links: blocks([link]),
  },
});
