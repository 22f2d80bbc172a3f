import { blocks, defineBlock, image, text, textarea } from "sitegen-storyblok/schema";

export const schema = defineBlock({
  name: "page",
  kind: "page",
  fields: {
    title: text({ required: true }),
    description: textarea(),
    intro: textarea(),
    picture: image({ decorative: true }),
    body: blocks(["hero", "exhibition-list", "agenda", "objects", "text", "visit"]),
  },
});
