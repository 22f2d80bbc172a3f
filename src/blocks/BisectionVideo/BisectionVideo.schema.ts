import { boolean, defineBlock, image, text, video } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "BisectionVideo",
  kind: "part",
  hydrate: ["video", "embed_url"],
  description: "Half with a video: uploaded file or an embed that waits for consent.",
  fields: {
    video: video(),
    embed_url: text(),
    poster: image({ decorative: true }),
    autoplay: boolean(),
    caption: text({ translatable: true }),
  },
});
