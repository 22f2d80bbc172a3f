import { defineBlock, option, text } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "IntroHeadline",
  kind: "part",
  description: "Large introductory headline.",
  fields: {
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    level: option(["h1", "h2"]),
  },
});
