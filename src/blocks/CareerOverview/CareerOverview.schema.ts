import { blocks, boolean, defineBlock, richtext, text, textarea } from "../../exports/schema.ts";
import { schema as careerItem } from "../CareerItem/CareerItem.schema.ts";
import { sectionFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "CareerOverview",
  kind: "section",
  description: "All open jobs, grouped by department; chosen items first; a message when there are none.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    items: blocks([careerItem]),
    show_all: boolean(),
    empty_text: textarea({ translatable: true }),
  },
});
