import { blocks, defineBlock, text } from "sitegen-storyblok/schema";
import { schema as shop } from "../shop/shop.schema.ts";

export const schema = defineBlock({
  name: "shop-map",
  hydrate: true,
  fields: { headline: text(), shops: blocks([shop]) },
});
