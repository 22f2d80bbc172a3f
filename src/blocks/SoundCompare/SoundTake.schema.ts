import { asset, defineBlock, image, number, text } from "../../exports/schema.ts";

export const schema = defineBlock({
  name: "SoundTake",
  kind: "item",
  description: "One recording of a SoundCompare: the sound, its spectrogram without axes, and one event in it.",
  fields: {
    title: text({ required: true, translatable: true }),
    audio: asset({ required: true }),
    spectrogram: image({ required: true }),
    spectrogram_portrait: image({ description: "The same in a higher format, for phones: 4:3." }),
    note: text({ translatable: true }),
    note_seconds: number(),
    note_hertz: number(),
  },
});
