import { defineBlock, number, richtext } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "IntroText",
  kind: "part",
  description: "Introductory paragraph(s).",
  fields: {
    text: richtext({ translatable: true, required: true }),
    columns: number(),
  },
});
