import { block, pageFields, sections } from "../../content/schema/fields.ts";

export const schema = block({
  name: "Page",
  kind: "page",
  description: "Ordinary content page: home, offerings, team, culture, about us, legal.",
  fields: {
    ...pageFields,
    body: sections(),
  },
});
