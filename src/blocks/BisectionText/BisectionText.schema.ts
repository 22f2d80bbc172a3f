import { block, blocks, richtext, text } from "../../content/schema/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = block({
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
