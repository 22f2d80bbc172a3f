import { block, image, text } from "../../content/schema/fields.ts";

export const schema = block({
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
