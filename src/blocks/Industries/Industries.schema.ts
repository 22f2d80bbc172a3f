import { block, datasource, image, pageFields, sections, teaserFields } from "../../content/schema/fields.ts";

export const schema = block({
  name: "Industries",
  kind: "page",
  description: "An industry page.",
  fields: {
    ...pageFields,
    ...teaserFields,
    industry: datasource("all-industries"),
    icon: image(),
    body: sections(),
  },
});
