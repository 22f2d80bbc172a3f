import { labelsDisagree, pilotsStall, smallData, vibrationSpectrum } from "./industrial-ai.mjs";

/** Article slug -> picture. */
export const insights = {
  "insights/why-industrial-ai-pilots-stall.svg": pilotsStall,
  "insights/reading-a-vibration-spectrum.svg": vibrationSpectrum,
  "insights/labels-nobody-agrees-on.svg": labelsDisagree,
  "insights/small-data-on-the-shop-floor.svg": smallData,
};
