import { defineBlock, number, relation, text, textarea } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "BlogOverview",
  kind: "section",
  description:
    "Listing of posts with category filter links and pagination. Makes the extra routes {slug}/page/{n}, {slug}/categories/{category} and {slug}/categories/{category}/page/{n}.",
  fields: {
    ...sectionFields,
    headline: text({ translatable: true }),
    intro: textarea({ translatable: true }),
    starts_with: text(),
    per_page: number(),
    featured: relation("Insights"),
  },
});
