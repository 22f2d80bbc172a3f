import { boolean, defineBlock, image, richtext, text, textarea } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";

export const schema = defineBlock({
  name: "Contact",
  kind: "section",
  description: "Contact section: person, phone, mail and the contact form. Also the body of the contact overlay.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    person_name: text(),
    person_role: text({ translatable: true }),
    person_image: image(),
    phone: text(),
    email: text(),
    show_form: boolean(),
    success_text: textarea({ translatable: true }),
  },
});
