import { block, option, relation } from "../../content/schema/fields.ts";

export const schema = block({
  name: "BlogItem",
  kind: "part",
  description: "Card of one chosen post: image, category, title, date, link.",
  fields: {
    post: relation("Insights", { required: true }),
    style: option(["card", "wide"]),
  },
});
