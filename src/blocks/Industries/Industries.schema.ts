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
  name: "Industries",
  kind: "page",
  description: "An industry page.",
  kept: {
    ...keptPageFields,
    teaser_title: [],
    teaser_text: [],
    teaser_image: [],
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
