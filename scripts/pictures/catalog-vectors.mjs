import { cupLine } from "./drawings/cups.mjs";
import { edgeDevice, sensor } from "./drawings/devices.mjs";
import { gallery } from "./drawings/gallery.mjs";
import { fillingLine, rollingMill } from "./drawings/lines.mjs";
import { gearbox, turbine } from "./drawings/machines.mjs";
import { officeMunich } from "./drawings/office.mjs";
import { timeline2016, timeline2018, timeline2020, timeline2022, timeline2024 } from "./drawings/timeline.mjs";
import { insights } from "./insights/catalog.mjs";
import { icons } from "./marks/icons.mjs";
import { logos } from "./marks/logos.mjs";
import { isarstahlPlots } from "./plots/isarstahl.mjs";
import { maintenancePlots } from "./plots/maintenance.mjs";
import { officePlots } from "./plots/office.mjs";
import { surfacePlots } from "./plots/surfaces.mjs";
import { portraits } from "./portraits/people.mjs";
import { alerts } from "./screens/alerts.mjs";
import { closeUp } from "./screens/close-up.mjs";
import { models } from "./screens/models.mjs";
import { overview } from "./screens/overview.mjs";
import { signals } from "./screens/signals.mjs";
import { visionHeatmap } from "./screens/vision-heatmap.mjs";
import { visionLabels } from "./screens/vision-labels.mjs";
import { visionLine } from "./screens/vision-line.mjs";

const screens = {
  "screens/lumen-overview.svg": overview,
  "screens/lumen-signals.svg": signals,
  "screens/lumen-models.svg": models,
  "screens/lumen-alerts.svg": alerts,
  "screens/vision-labels.svg": visionLabels,
  "screens/vision-heatmap.svg": visionHeatmap,
  "screens/vision-line.svg": visionLine,
  "screens/vision-labels-close.svg": closeUp(visionLabels, [224, 84, 800, 600]),
  "screens/vision-heatmap-close.svg": closeUp(visionHeatmap, [640, 300, 640, 480]),
  "screens/vision-line-close.svg": closeUp(visionLine, [224, 396, 700, 525]),
  "screens/lumen-signals-close.svg": closeUp(signals, [800, 96, 784, 588]),
  "screens/lumen-overview-close.svg": closeUp(overview, [224, 84, 720, 540]),
  "screens/lumen-overview-portrait.svg": closeUp(overview, [240, 240, 440, 550]),
  "screens/lumen-run-up-portrait.svg": closeUp(signals, [1114, 96, 470, 588]),
  "screens/lumen-signals-portrait.svg": closeUp(signals, [1112, 404, 456, 570]),
  "screens/lumen-models-portrait.svg": closeUp(models, [1136, 470, 400, 500]),
  "screens/lumen-alerts-portrait.svg": closeUp(alerts, [232, 92, 400, 500]),
  "screens/vision-labels-portrait.svg": closeUp(visionLabels, [1152, 88, 432, 540]),
  "screens/vision-heatmap-portrait.svg": closeUp(visionHeatmap, [576, 320, 456, 570]),
  "screens/vision-line-portrait.svg": closeUp(visionLine, [1130, 404, 456, 570]),
};

const drawings = {
  "drawings/turbine.svg": turbine,
  "drawings/gearbox.svg": gearbox,
  "drawings/rolling-mill.svg": rollingMill,
  "drawings/filling-line.svg": fillingLine,
  "drawings/cup-line.svg": cupLine,
  "drawings/sensor.svg": sensor,
  "drawings/edge-device.svg": edgeDevice,
  "drawings/office-munich.svg": officeMunich,
  "drawings/timeline-2016.svg": timeline2016,
  "drawings/timeline-2018.svg": timeline2018,
  "drawings/timeline-2020.svg": timeline2020,
  "drawings/timeline-2022.svg": timeline2022,
  "drawings/timeline-2024.svg": timeline2024,
};

/** Drawings: asset path -> function that returns the SVG. */
export const vectors = {
  ...maintenancePlots,
  ...isarstahlPlots,
  ...officePlots,
  ...surfacePlots,
  ...drawings,
  ...gallery,
  ...icons,
  ...insights,
  ...logos,
  ...portraits,
  ...screens,
};
