import { block, images, number, sectionFields, text } from "../../content/schema/fields.ts";

export const schema = block({
  name: "Gallery",
  kind: "section",
  hydrate: true,
  description: "Grid of images that opens a large view with keyboard control.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    images: images({ required: true }),
    columns: number(),
  },
});
