import { blocks, defineBlock, image, multilink, text, textarea } from "../../exports/schema.ts";
import { schema as link } from "./Link.schema.ts";
import { schema as navLink } from "./NavLink.schema.ts";

export const schema = defineBlock({
  name: "NavItem",
  kind: "item",
  description: "A navigation entry, with sub-items where it opens a panel.",
  fields: {
    title: text({ translatable: true, required: true }),
    link: multilink(),
    items: blocks([link, navLink]),
    text: textarea({ translatable: true, description: "The group in one sentence, in the desktop menu's panel." }),
    image: image({ decorative: true, description: "Picture of the story, in the panel." }),
    story: blocks([navLink], { description: "One story, beside the links of the panel." }),
  },
});
