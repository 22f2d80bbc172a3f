import {
  block,
  datasource,
  datasources,
  datetime,
  image,
  pageFields,
  sections,
  teaserFields,
  text,
} from "../../content/schema/fields.ts";

export const schema = block({
  name: "Insights",
  kind: "page",
  description:
    "A blog post: article, news or interview. Shows category, date, author, reading time; emits BlogPosting.",
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
