import { defineBlock, image, option, richtext, sectionFields, text, video } from "../../exports/schema.ts";

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
    poster: image(),
    video_position: option(["top", "bottom"]),
  },
});
