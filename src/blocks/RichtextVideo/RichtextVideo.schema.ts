import { defineBlock, image, option, richtext, text, video } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "RichtextVideo",
  kind: "section",
  hydrate: ["video", "embed_url"],
  description: "Long rich text (may embed blocks) with an optional video.",
  fields: {
    ...sectionFields,
    headline: text({ translatable: true }),
    text: richtext({ translatable: true, required: true }),
    video: video(),
    embed_url: text(),
    poster: image({ decorative: true }),
    video_position: option(["top", "bottom"]),
  },
});
