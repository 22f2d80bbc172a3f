import { datetime, defineBlock, multilink, option, sections, text } from "../../exports/schema.ts";
import { keptTeaserFields, pageFields, teaserFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "Careers",
  kind: "page",
  description: "A job offer. Shows its facts in the page head; emits JobPosting structured data.",
  kept: {
    ...keptTeaserFields,
    department: [],
    location: [],
    employment_type: [],
    salary: [],
    apply_link: [],
    "data.dateText": [],
  },
  fields: {
    ...pageFields,
    ...teaserFields,
    department: text({ translatable: true }),
    location: text({ translatable: true }),
    employment_type: option(["FULL_TIME", "PART_TIME", "INTERN", "CONTRACTOR"]),
    date_posted: datetime(),
    salary: text({ translatable: true }),
    apply_link: multilink(),
    body: sections(),
  },
});
