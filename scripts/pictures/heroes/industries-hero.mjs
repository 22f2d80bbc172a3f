import { bloom, focusByDepth } from "../lib/blur.mjs";
import { terrainProjector } from "../lib/camera.mjs";
import { addFocusedLine, createFocusLayers, exposeLayers } from "../lib/focus-layers.mjs";
import { add3, bell, clamp, dot3, mix, mix3, normal3, scale3, smooth } from "../lib/maths.mjs";
import { fbm, noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { renderTerrain } from "../lib/terrain.mjs";

const SUN = normal3([-0.78, 0.26, 0.42]);
const STATIONS = [
  [0.62, 2.55],
  [1.52, 3.5],
  [2.35, 2.9],
  [1.85, 5.1],
];

/** Foothills: ridged noise that rises to the right and back. */
function relief(x, z) {
  const ridge = 1 - Math.abs(noise2(x * 0.5 + 3.4, z * 0.5, 3)) * 2;
  const folds = fbm(x * 0.62, z * 0.62, 3, 7);
  const rise = smooth(-1.8, 3, x) * 0.6 + smooth(3, 9, z) * 0.55;
  return (0.5 * ridge * ridge + 0.62 * folds + 0.012 * fbm(x * 6, z * 6, 3, 9)) * (0.14 + rise) * 1.05;
}

function sunReaches(x, z, h) {
  for (let s = 1; s < 26; s++) {
    const t = s * 0.05 * (1 + s * 0.06);
    if (relief(x + SUN[0] * t, z + SUN[2] * t) > h + SUN[1] * t) return 0;
  }
  return 1;
}

/** Plaster relief with engraved contours, every fifth one deeper. */
function shadeRelief(x, z, h, dz) {
  const e = 0.006;
  const n = normal3([relief(x - e, z) - relief(x + e, z), 2 * e, relief(x, z - e) - relief(x, z + e)]);
  const open = sunReaches(x, z, h);
  const k = 0.07 + 1.05 * open * clamp(dot3(n, SUN)) + 0.1 * clamp(n[1]);
  const steep = Math.sqrt(Math.max(0.02, 1 - n[1] * n[1])) / Math.max(0.1, n[1]);
  const level = h / 0.042;
  const off = (Math.abs(level - Math.round(level)) * 0.042) / Math.max(0.04, steep);
  const major = Math.round(level) % 5 === 0;
  const width = (major ? 0.0021 : 0.0011) * dz;
  const cut = smooth(width * 1.6, width * 0.6, off) * (major ? 0.92 : 0.7);
  const stone = mix3(light.greyLight, light.paper, 0.7 * open);
  const plaster = scale3(stone, k * 0.85 * (1 - cut) * (0.93 + 0.14 * noise2(x * 90, z * 90, 5)));
  const warm = STATIONS.reduce((sum, [sx, sz]) => sum + 0.012 / (0.02 + (x - sx) ** 2 + (z - sz) ** 2), 0);
  const calm = 0.07 + 0.93 * smooth(-0.5, 2, x + 0.1 * (dz - 3));
  return mix3(
    [0.02, 0.026, 0.031],
    add3(scale3(plaster, calm), scale3(light.accent, warm * 0.42)),
    smooth(10.5, 4, dz),
  );
}

/** The stations: upright needles of light, joined by one line. */
function drawStations(film, view, unit) {
  const project = terrainProjector(view);
  const layers = createFocusLayers(
    view.width,
    view.height,
    [0.6, 1.2, 2.4, 5].map((s) => s * unit),
  );
  const tips = STATIONS.map(([x, z]) => {
    const foot = project(x, relief(x, z), z);
    const tip = project(x, relief(x, z) + 0.5, z);
    addFocusedLine(layers, foot, tip, light.accent, 3.4 * unit, 0.9 * unit);
    addFocusedLine(
      layers,
      [tip[0] - 3 * unit, tip[1]],
      [tip[0] + 3 * unit, tip[1]],
      light.accent,
      14 * unit,
      2.4 * unit,
    );
    return tip;
  });
  for (let i = 1; i < tips.length; i++) {
    const parts = 46;
    for (let s = 0; s < parts; s += 2) {
      const at = (t) => [
        mix(tips[i - 1][0], tips[i][0], t),
        mix(tips[i - 1][1], tips[i][1], t) - Math.sin(Math.PI * t) * 46 * unit,
      ];
      addFocusedLine(layers, at(s / parts), at((s + 1) / parts), light.accentSoft, 0.9 * unit, 0.8 * unit);
    }
  }
  exposeLayers(film, layers);
}

export function industriesHero({ width, height }) {
  const unit = width / 2000;
  const view = { width, height, eye: [0.35, 1.72, 0], pitch: 0.34, lens: 0.8 };
  const { film, depth } = renderTerrain({
    ...view,
    near: 0.9,
    far: 12,
    steps: 1500,
    ground: relief,
    shade: (x, z, h, _slope, dz) => shadeRelief(x, z, h, dz),
    sky: (u, v) =>
      add3([0.02, 0.026, 0.031], scale3(light.petrolDeep, 0.3 * bell(v - 0.2, 0.09) * bell(u - 0.75, 0.4))),
  });
  const circle = depth.map((d) => Math.max(0, Math.abs(1 / Math.min(d, 12) - 1 / 3) * 30 - 0.5) * unit);
  const focused = focusByDepth(
    film,
    circle,
    [1, 2.2, 4.5, 8].map((s) => s * unit),
  );
  drawStations(focused, view, unit);
  bloom(focused, [
    [8 * unit, 0.14],
    [50 * unit, 0.14],
    [150 * unit, 0.1],
  ]);
  return { film: focused, exposure: 1.05, vignette: 0.45 };
}
