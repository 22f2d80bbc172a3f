import { samplingRate, shiftBook, timeStamps, withoutTheLake } from "./data-iot.mjs";
import { labelsDisagree, pilotsStall, smallData, vibrationSpectrum } from "./industrial-ai.mjs";
import { decades, toTheEdge, unwatched } from "./mlops.mjs";
import { energySensor, lessScrap } from "./sustainability.mjs";

/** By article slug. */
export const insights = {
  "insights/why-industrial-ai-pilots-stall.svg": pilotsStall,
  "insights/reading-a-vibration-spectrum.svg": vibrationSpectrum,
  "insights/labels-nobody-agrees-on.svg": labelsDisagree,
  "insights/small-data-on-the-shop-floor.svg": smallData,
  "insights/mlops-for-machines-that-run-for-decades.svg": decades,
  "insights/monitoring-a-model-nobody-watches.svg": unwatched,
  "insights/shipping-models-to-the-edge.svg": toTheEdge,
  "insights/big-data-for-iot-without-the-lake.svg": withoutTheLake,
  "insights/time-stamps-are-the-hard-part.svg": timeStamps,
  "insights/what-a-sampling-rate-costs.svg": samplingRate,
  "insights/schichtbuch-als-datenquelle.svg": shiftBook,
  "insights/less-scrap-less-carbon.svg": lessScrap,
  "insights/energy-as-a-sensor.svg": energySensor,
};
