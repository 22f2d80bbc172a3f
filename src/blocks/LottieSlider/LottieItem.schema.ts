import { block, file, richtext, text } from "../../content/schema/fields.ts";

export const schema = block({
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
