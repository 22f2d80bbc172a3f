import { block, datasource, image, pageFields, sections, teaserFields } from "../../content/schema/fields.ts";

export const schema = block({
  name: "Solutions",
  kind: "page",
  description: "An offering page.",
  fields: {
    ...pageFields,
    ...teaserFields,
    solution: datasource("all-solutions"),
    icon: image(),
    body: sections(),
  },
});
