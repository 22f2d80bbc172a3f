import { blocks, defineBlock, richtext, text } from "../../exports/schema.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = defineBlock({
  name: "BisectionText",
  kind: "part",
  description: "Half with kicker, headline, rich text and links.",
  fields: {
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    links: blocks([link]),
  },
});
