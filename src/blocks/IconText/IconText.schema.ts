import { block, image, multilink, richtext, text } from "../../content/schema/fields.ts";

export const schema = block({
  name: "IconText",
  kind: "part",
  description: "Icon with title and text; alone or in a TextGrid.",
  fields: {
    icon: image(),
    title: text({ translatable: true }),
    text: richtext({ translatable: true }),
    link: multilink(),
  },
});
