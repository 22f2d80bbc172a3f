import { defineBlock, images, number, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";

export const schema = defineBlock({
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
