import { boolean, defineBlock, file, image, text, video } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "Video",
  kind: "section",
  hydrate: ["video", "embed_url"],
  description: "Video: uploaded file with captions track, or an embed that waits for consent.",
  fields: {
    ...sectionFields,
    headline: text({ translatable: true }),
    video: video(),
    embed_url: text(),
    poster: image({ decorative: true }),
    captions: file(),
    autoplay: boolean(),
    loop: boolean(),
  },
});
