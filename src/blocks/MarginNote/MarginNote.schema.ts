import { block, richtext, text, textarea } from "../../content/schema/fields.ts";

export const schema = block({
  name: "MarginNote",
  kind: "part",
  description: "A note beside the text it is embedded in: a remark, a source, a formula with what its letters mean.",
  fields: {
    title: text({ translatable: true }),
    formula: textarea({ translatable: true, description: "One formula a line, as it is read aloud." }),
    text: richtext({ translatable: true }),
  },
});
