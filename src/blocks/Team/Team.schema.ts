import { blocks, defineBlock, richtext, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as teamMember } from "./TeamMember.schema.ts";

export const schema = defineBlock({
  name: "Team",
  kind: "section",
  description: "Team members: picture, name, role, profile link.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    members: blocks([teamMember], { required: true }),
  },
});
