import { block, blocks, richtext, sectionFields, text } from "../../content/schema/fields.ts";
import { schema as teamMember } from "./TeamMember.schema.ts";

export const schema = block({
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
