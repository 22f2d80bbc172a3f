import { defineBlock, image, text } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "TeamMember",
  kind: "item",
  description: "A person.",
  fields: {
    name: text({ required: true }),
    role: text({ translatable: true }),
    image: image(),
    email: text(),
    linkedin: text(),
  },
});
