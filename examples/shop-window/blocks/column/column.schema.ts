import { defineBlock, text, textarea } from "sitegen-storyblok/schema";

export const schema = defineBlock({
  name: "column",
  kind: "part",
  fields: { headline: text({ required: true }), text: textarea() },
});
