import { defineBlock, pageFields, sections } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "Page",
  kind: "page",
  description: "Ordinary content page: home, offerings, team, culture, about us, legal.",
  fields: {
    ...pageFields,
    body: sections(),
  },
});
