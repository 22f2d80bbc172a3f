import { block, option, text } from "../../content/schema/fields.ts";

export const schema = block({
  name: "IntroHeadline",
  kind: "part",
  description: "Large introductory headline.",
  fields: {
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    level: option(["h1", "h2"]),
  },
});
