import { asset, blocks, defineBlock, image, richtext, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as defect } from "./InspectionDefect.schema.ts";

export const schema = defineBlock({
  name: "InspectionLight",
  kind: "section",
  hydrate: ["normal_map"],
  description: "A part under a lamp that the visitor moves: defects show at grazing angles, then the model's heat map.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    image: image({ required: true, description: "The part in grazing light: what stands without script or WebGL." }),
    surface: asset({ decorative: true, description: "The part in even light, as large as the normal map." }),
    normal_map: asset({
      decorative: true,
      description: "RGB = normal * 0.5 + 0.5: x right, y down, z out of the picture.",
    }),
    heat_map: asset({ decorative: true, description: "The model's score, 0 black to 1 white." }),
    defects: blocks([defect]),
  },
});
