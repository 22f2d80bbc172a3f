import { cupLine } from "./drawings/cups.mjs";
import { edgeDevice, sensor } from "./drawings/devices.mjs";
import { gallery } from "./drawings/gallery.mjs";
import { fillingLine, rollingMill } from "./drawings/lines.mjs";
import { gearbox, turbine } from "./drawings/machines.mjs";
import { officeMunich } from "./drawings/office.mjs";
import { plain } from "./drawings/sheet.mjs";
import { timeline2016, timeline2018, timeline2020, timeline2022, timeline2024 } from "./drawings/timeline.mjs";
import { insights } from "./insights/catalog.mjs";
import { icons } from "./marks/icons.mjs";
import { logos } from "./marks/logos.mjs";
import { maintenancePlots } from "./plots/maintenance.mjs";
import { officePlots } from "./plots/office.mjs";
import { surfacePlots } from "./plots/surfaces.mjs";
import { portraits } from "./portraits/people.mjs";
import { alerts } from "./screens/alerts.mjs";
import { closeUp } from "./screens/close-up.mjs";
import { german } from "./screens/german.mjs";
import { models } from "./screens/models.mjs";
import { overview } from "./screens/overview.mjs";
import { runUpPanel, runUpPortrait } from "./screens/run-up.mjs";
import { signals } from "./screens/signals.mjs";
import { visionHeatmap } from "./screens/vision-heatmap.mjs";
import { visionLabels } from "./screens/vision-labels.mjs";
import { visionLine } from "./screens/vision-line.mjs";

/** One panel of each screen, as wide as a slide shows it: its words are 12 px and larger there. In both languages. */
const PANELS = {
  "lumen-overview": [overview, [232, 232, 916, 572]],
  "lumen-signals": [signals, [800, 92, 784, 490]],
  "lumen-models": [models, [232, 92, 900, 562]],
  "lumen-alerts": [alerts, [636, 92, 944, 590]],
  "vision-labels": [visionLabels, [232, 92, 900, 562]],
  "vision-heatmap": [visionHeatmap, [728, 92, 850, 531]],
  "vision-line": [visionLine, [232, 92, 900, 562]],
};

/** A part of each that is read on a phone, 4:5. */
const UPRIGHT = {
  "lumen-overview": [overview, [1172, 244, 388, 485]],
  "lumen-signals": [signals, [1112, 404, 456, 570]],
  "lumen-models": [models, [1136, 470, 400, 500]],
  "lumen-alerts": [alerts, [232, 92, 400, 500]],
  "vision-labels": [visionLabels, [1152, 88, 432, 540]],
  "vision-heatmap": [visionHeatmap, [576, 320, 456, 570]],
  "vision-line": [visionLine, [1130, 404, 456, 570]],
};

const inBothLanguages = (parts, kind) =>
  Object.entries(parts).flatMap(([name, [draw, view]]) => [
    [`screens/${name}-${kind}.svg`, closeUp(draw, view)],
    [`screens/${name}-${kind}-de.svg`, closeUp(german(draw), view)],
  ]);

const screens = {
  ...Object.fromEntries([...inBothLanguages(PANELS, "panel"), ...inBothLanguages(UPRIGHT, "portrait")]),
  "screens/lumen-overview.svg": overview,
  "screens/lumen-run-up-panel.svg": runUpPanel,
  "screens/lumen-run-up-panel-de.svg": german(runUpPanel),
  "screens/lumen-run-up-portrait.svg": runUpPortrait,
  "screens/lumen-run-up-portrait-de.svg": german(runUpPortrait),
  "screens/vision-heatmap.svg": visionHeatmap,
  "screens/vision-heatmap-de.svg": german(visionHeatmap),
};

/** Each also without its balloons, for places without a key. */
const NUMBERED = {
  turbine,
  gearbox,
  "rolling-mill": rollingMill,
  "cup-line": cupLine,
  sensor,
  "edge-device": edgeDevice,
};

/** Where the decimal sign is the only word. */
const germanPlots = { "plots/before-after-de.svg": german(surfacePlots["plots/before-after.svg"]) };

const drawings = {
  ...Object.fromEntries(
    Object.entries(NUMBERED).flatMap(([name, draw]) => [
      [`drawings/${name}.svg`, plain(draw)],
      [`drawings/${name}-numbered.svg`, draw],
    ]),
  ),
  "drawings/filling-line-numbered.svg": fillingLine,
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
  ...officePlots,
  ...surfacePlots,
  ...germanPlots,
  ...drawings,
  ...gallery,
  ...icons,
  ...insights,
  ...logos,
  ...portraits,
  ...screens,
};
