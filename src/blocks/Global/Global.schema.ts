import { blocks, defineBlock, multilink, number, text } from "../../exports/schema.ts";
import { schema as contact } from "../Contact/Contact.schema.ts";
import { schema as link } from "../ui/Link.schema.ts";
import { schema as navItem } from "../ui/NavItem.schema.ts";

export const schema = defineBlock({
  name: "Global",
  kind: "global",
  description: "The one story with slug global: navigation, footer and social links.",
  late: ["contact_overlay"],
  fields: {
    main_nav: blocks([navItem]),
    main_mobile_nav: blocks([navItem]),
    footer_nav: blocks([navItem]),
    legal_nav: blocks([link]),
    jobs_link: multilink(),
    open_jobs: number(),
    cookie_settings: text({ translatable: true }),
    linkedin: text(),
    facebook: text(),
    instagram: text(),
    youtube: text(),
    contact_overlay: blocks([contact]),
  },
});
