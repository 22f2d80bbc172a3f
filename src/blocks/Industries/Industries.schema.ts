import {
  datasource,
  defineBlock,
  image,
  keptTeaserFields,
  pageFields,
  sections,
  teaserFields,
} from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "Industries",
  kind: "page",
  description: "An industry page.",
  kept: {
    ...keptTeaserFields,
    industry: [],
    icon: [],
  },
  fields: {
    ...pageFields,
    ...teaserFields,
    industry: datasource("all-industries"),
    icon: image(),
    body: sections(),
  },
});
