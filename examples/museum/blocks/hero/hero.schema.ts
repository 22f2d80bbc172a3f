import { defineBlock, relation, text } from "sitegen-storyblok/schema";

export const schema = defineBlock({
  name: "hero",
  fields: { kicker: text(), exhibition: relation("exhibition") },
});
