import { defineBlock, multilink, option, text } from "../../exports/schema.ts";

export const linkStyles = [
  "text",
  "text-arrow",
  "button",
  "button-arrow",
  "button-inverted",
  "button-arrow-inverted",
] as const;

export const schema = defineBlock({
  name: "Link",
  kind: "item",
  description: "A link with its look.",
  fields: {
    title: text({ translatable: true }),
    link: multilink({ required: true }),
    style: option(linkStyles),
  },
});
