import { blocks, boolean, defineBlock, richtext, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as milestoneItem } from "./MilestoneItem.schema.ts";

export const schema = defineBlock({
  name: "GrowingTogether",
  kind: "section",
  description: "Timeline of company milestones that reveals on scroll.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    draw: boolean({ description: "The reader's scrolling draws each milestone's picture." }),
    items: blocks([milestoneItem]),
  },
});
