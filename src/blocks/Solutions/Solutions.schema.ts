import {
  datasource,
  defineBlock,
  image,
  keptPageFields,
  pageFields,
  sections,
  teaserFields,
} from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "Solutions",
  kind: "page",
  description: "An offering page.",
  kept: {
    ...keptPageFields,
    teaser_title: [],
    teaser_text: [],
    teaser_image: [],
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
