import { blocks, defineBlock, number, text } from "../../exports/schema.ts";
import { schema as iconText } from "../IconText/IconText.schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as textGridItem } from "./TextGridItem.schema.ts";

export const schema = defineBlock({
  name: "TextGrid",
  kind: "section",
  description: "Grid of short texts.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    items: blocks([iconText, textGridItem], { required: true }),
    columns: number(),
  },
});
