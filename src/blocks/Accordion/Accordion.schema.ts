import { blocks, boolean, defineBlock, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as accordionItem } from "./AccordionItem.schema.ts";

export const schema = defineBlock({
  name: "Accordion",
  kind: "section",
  description: "List of disclosure items; several may be open; works without script (details/summary).",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    items: blocks([accordionItem], { required: true }),
    open_first: boolean(),
    faq: boolean(),
  },
});
