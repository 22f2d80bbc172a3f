import { blocks, defineBlock, number, richtext, text } from "../../exports/schema.ts";
import { sectionFields } from "../ui/fields.ts";
import { schema as take } from "./SoundTake.schema.ts";

export const schema = defineBlock({
  name: "SoundCompare",
  kind: "section",
  hydrate: true,
  description:
    "Recordings of one machine to hear and see: equally long, switched while they play, over their spectrograms.",
  fields: {
    ...sectionFields,
    kicker: text({ translatable: true }),
    headline: text({ translatable: true }),
    text: richtext({ translatable: true }),
    takes: blocks([take], { required: true }),
    seconds: number({ description: "Length of every recording; 10 where empty." }),
    hertz: number({ description: "Highest frequency of the spectrograms; 8000 where empty." }),
  },
});
