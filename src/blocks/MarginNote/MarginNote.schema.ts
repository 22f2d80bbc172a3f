import { defineBlock, richtext, text, textarea } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "MarginNote",
  kind: "part",
  description: "A note beside the text it is embedded in: a remark, a source, a formula with what its letters mean.",
  fields: {
    title: text({ translatable: true }),
    formula: textarea({ translatable: true, description: "One formula a line, as it is read aloud." }),
    text: richtext({ translatable: true }),
  },
});
