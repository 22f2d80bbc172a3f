import { blocks, defineBlock, text } from "sitegen-storyblok/schema";

export const schema = defineBlock({
  name: "shop-map",
  hydrate: true,
  fields: { headline: text(), shops: blocks(["shop"]) },
});
