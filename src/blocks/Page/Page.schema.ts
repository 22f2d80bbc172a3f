import { defineBlock, sections } from "../../exports/schema.ts";
import { keptPageFields, pageFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "Page",
  kind: "page",
  description: "Ordinary content page: home, offerings, team, culture, about us, legal.",
  kept: { ...keptPageFields, _uid: [] },
  fields: {
    ...pageFields,
    body: sections(),
  },
});
