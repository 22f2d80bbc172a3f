import { deploy, drift } from "./lottie/renewing.mjs";
import { inspect, inspectCells, signal } from "./lottie/watching.mjs";
import { drawDataSheet } from "./print/data-sheet.mjs";
import { drawOpenGraph } from "./print/open-graph.mjs";
import { captions, drawPoster, recordLine } from "./video/record.mjs";

/** Everything except hero pictures and drawings: asset path -> function that returns the content. */
export const others = {
  "lottie/signal.json": signal,
  "lottie/inspect.json": inspect,
  "lottie/inspect-cells.json": inspectCells,
  "lottie/drift.json": drift,
  "lottie/deploy.json": deploy,
  "video/line.en.vtt": captions.en,
  "video/line.de.vtt": captions.de,
  "video/line.mp4": recordLine,
  "pictures/video-line.jpg": drawPoster,
  "og-default.jpg": drawOpenGraph,
  "files/lumen-datasheet.pdf": drawDataSheet,
};
