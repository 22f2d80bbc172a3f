import { block, blocks, file, image, sectionFields, text, textarea } from "../../content/schema/fields.ts";
import { schema as link } from "../ui/Link.schema.ts";

export const schema = block({
  name: "HeroPlatform",
  kind: "section",
  description: "Hero of the software platform: logo, claim, product picture or Lottie, links.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: textarea({ translatable: true }),
    logo: image(),
    image: image(),
    animation: file(),
    links: blocks([link]),
  },
});
