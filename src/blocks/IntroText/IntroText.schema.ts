import { block, number, richtext } from "../../content/schema/fields.ts";

export const schema = block({
  name: "IntroText",
  kind: "part",
  description: "Introductory paragraph(s).",
  fields: {
    text: richtext({ translatable: true, required: true }),
    columns: number(),
  },
});
