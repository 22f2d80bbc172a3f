import { defineBlock, multilink, relation, text } from "../../exports/schema.ts";

export const schema = defineBlock({
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
