import { defineBlock, option, relation } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "BlogItem",
  kind: "part",
  description: "Card of one chosen post: image, category, title, date, link.",
  fields: {
    post: relation("Insights", { required: true }),
    style: option(["card", "wide"]),
  },
});
