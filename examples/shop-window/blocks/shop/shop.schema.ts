import { defineBlock, number, text } from "sitegen-storyblok/schema";

/** A shop on the map: `x` and `y` are percent of the plan's width and height. */
export const schema = defineBlock({
  name: "shop",
  kind: "item",
  // The map reads where shops are, so their fields go to the browser with it.
  hydrate: true,
  fields: {
    name: text({ required: true }),
    address: text({ required: true }),
    hours: text(),
    phone: text(),
    x: number({ required: true }),
    y: number({ required: true }),
  },
});
