import { datetime, defineBlock, image, option, richtext, text, textarea } from "sitegen-storyblok/schema";

export const schema = defineBlock({
  name: "exhibition",
  kind: "page",
  fields: {
    title: text({ required: true }),
    intro: textarea({ required: true }),
    from: datetime({ required: true }),
    until: datetime(),
    room: text(),
    picture: image(),
    body: richtext(),
    agenda: option(["moon", "blues", "hull", "light", "sand"]),
  },
});
