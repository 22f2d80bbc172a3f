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
  name: "Solutions",
  kind: "page",
  description: "An offering page.",
  kept: {
    ...keptTeaserFields,
    solution: [],
    icon: [],
  },
  fields: {
    ...pageFields,
    ...teaserFields,
    solution: datasource("all-solutions"),
    icon: image(),
    body: sections(),
  },
});
