import { defineBlock, file, richtext, text } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "LottieItem",
  kind: "item",
  description: "Animation (JSON file), title, text.",
  fields: {
    animation: file({ required: true }),
    title: text({ translatable: true }),
    text: richtext({ translatable: true }),
    segment: file(),
  },
});
