import { datasource, datasources, datetime, defineBlock, image, sections, text } from "../../exports/schema.ts";
import { keptTeaserFields, pageFields, teaserFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "Insights",
  kind: "page",
  description:
    "A blog post: article, news or interview. Shows category, date, author, reading time; emits BlogPosting.",
  kept: {
    ...keptTeaserFields,
    category: [],
    industries: [],
    solutions: [],
    author: [],
    author_image: [],
    "data.card": [],
    "data.contents": [],
    "data.related": [],
  },
  fields: {
    ...pageFields,
    ...teaserFields,
    category: datasource("insight-categories"),
    industries: datasources("all-industries"),
    solutions: datasources("all-solutions"),
    date: datetime(),
    author: text({ translatable: true }),
    author_image: image(),
    body: sections(),
  },
});
