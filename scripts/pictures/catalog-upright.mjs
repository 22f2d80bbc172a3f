import sharp from "sharp";
import {
  about,
  energyUtilities,
  foodBeverage,
  industriesHero,
  machinery,
  predictiveMaintenance,
  team,
  visualInspection,
} from "./catalog-heroes.mjs";
import { automotive } from "./heroes/automotive.mjs";
import { careersHero } from "./heroes/careers-hero.mjs";
import { homeHero, PHONE_TRACES } from "./heroes/home-hero.mjs";
import { predictiveQuality } from "./heroes/predictive-quality.mjs";
import { softwareSolutions } from "./heroes/software-solutions.mjs";
import { solutionsHero } from "./heroes/solutions-hero.mjs";
import { develop, toJpeg } from "./lib/develop.mjs";

/** Nearly three times the width of a common phone; the height of a full-screen hero there. */
const SCREEN = { width: 1080, height: 1800 };
/** On a phone, a hero's picture is 4:5 below the text. */
const BESIDE = { width: 1080, height: 1350 };
const LANDSCAPE = { width: 2000, height: 1250 };

/**
 * A hero for phones: the same scene rendered larger, then cropped around its subject. `at` is the subject's position in
 * the landscape (shares of its size), `top` the start of the crop: on a full screen, text covers the lower two thirds.
 * `whole`: the scene has a camera for this shape.
 */
const cuts = {
  "home-hero": { scene: (size) => homeHero({ ...size, traces: PHONE_TRACES }), at: 0.7, top: 0.25 },
  "team-hero": { scene: team, whole: true },
  "visual-inspection": { scene: visualInspection, whole: true },
  "predictive-maintenance": { scene: predictiveMaintenance, at: 0.57, top: 0.2 },
  "energy-utilities": { scene: energyUtilities, whole: true },
  "food-beverage": { scene: foodBeverage, whole: true },
  "solutions-hero": { scene: solutionsHero, at: 0.72, top: 0.14 },
  "careers-hero": { scene: careersHero, at: 0.54, top: 0.06, size: BESIDE },
  about: { scene: about, at: 0.62, top: 0.08, size: BESIDE },
  automotive: { scene: automotive, at: 0.76, top: 0, size: BESIDE },
  "industries-hero": { scene: industriesHero, at: 0.47, top: 0, size: BESIDE },
  bearing: { scene: predictiveMaintenance, at: 0.52, top: 0, size: BESIDE },
  machinery: { scene: machinery, at: 0.72, top: 0.1, size: BESIDE },
  "predictive-quality": { scene: predictiveQuality, at: 0.5, top: 0, size: BESIDE },
  "software-solutions": { scene: softwareSolutions, at: 0.66, top: 0, size: BESIDE },
};

async function drawUpright(name, { scene, at = 0.5, top = 0, whole = false, size = SCREEN }, scale) {
  const height = Math.round((size.height * scale) / (1 - top));
  const width = whole ? Math.round(size.width * scale) : Math.round((height * LANDSCAPE.width) / LANDSCAPE.height);
  const { film, ...look } = await scene({ width, height });
  const cut = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  const left = Math.min(width - cut.width, Math.max(0, Math.round(at * width - cut.width / 2)));
  const { data, info } = await develop(film, { seed: name, ...look, vignette: 0.2 })
    .extract({ left, top: height - cut.height, ...cut })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return toJpeg(sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }), {
    quality: 74,
    budget: 260_000,
  });
}

/** Asset path -> function that returns the picture at a scale. */
export const uprights = Object.fromEntries(
  Object.entries(cuts).map(([name, cut]) => [
    `pictures/${name}-portrait.jpg`,
    (scale) => drawUpright(name, cut, scale),
  ]),
);
