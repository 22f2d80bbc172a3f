import { block, multilink, relation, text } from "../../content/schema/fields.ts";

export const schema = block({
  name: "CareerItem",
  kind: "part",
  description: "One job as a row or card: title, location, type, link. Chosen story, or typed in by hand.",
  fields: {
    job: relation("Careers"),
    title: text({ translatable: true }),
    location: text({ translatable: true }),
    employment_type: text({ translatable: true }),
    salary: text({ translatable: true }),
    link: multilink(),
  },
});
