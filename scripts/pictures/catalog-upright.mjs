import sharp from "sharp";
import { energyUtilities } from "./heroes/energy-utilities.mjs";
import { foodBeverage } from "./heroes/food-beverage.mjs";
import { homeHero } from "./heroes/home-hero.mjs";
import { predictiveMaintenance } from "./heroes/predictive-maintenance.mjs";
import { solutionsHero } from "./heroes/solutions-hero.mjs";
import { teamHero } from "./heroes/team-hero.mjs";
import { visualInspection } from "./heroes/visual-inspection.mjs";
import { workshopLight } from "./heroes/workshop-light.mjs";
import { develop, toJpeg } from "./lib/develop.mjs";

/** Twice a common phone's width; the height is what a full-screen hero takes there. */
export const UPRIGHT = { width: 1080, height: 1800 };
const LANDSCAPE = { width: 2000, height: 1250 };

/**
 * A hero for phones: the same scene rendered larger, then cut around its subject. `at` is the subject's place in the
 * landscape (shares of its size), `top` where the cut begins: words cover the lower two thirds of a phone's screen.
 */
const cuts = {
  "home-hero": { scene: homeHero, at: 0.7, top: 0.18 },
  "team-hero": { scene: teamHero, at: 0.745, top: 0.2 },
  "visual-inspection": { scene: visualInspection, at: 0.69, top: 0.06 },
  "predictive-maintenance": { scene: predictiveMaintenance, at: 0.72, top: 0.2 },
  "energy-utilities": { scene: energyUtilities, at: 0.76, top: 0 },
  "food-beverage": { scene: foodBeverage, at: 0.79, top: 0 },
  "solutions-hero": { scene: solutionsHero, at: 0.72, top: 0.14 },
  "workshop-light": { scene: workshopLight, at: 0.76, top: 0 },
};

async function drawUpright(name, { scene, at, top }, scale) {
  const height = Math.round((UPRIGHT.height * scale) / (1 - top));
  const width = Math.round((height * LANDSCAPE.width) / LANDSCAPE.height);
  const { film, ...look } = await scene({ width, height });
  const cut = { width: Math.round(UPRIGHT.width * scale), height: Math.round(UPRIGHT.height * scale) };
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

/** Asset path -> function that answers the picture at a scale. */
export const uprights = Object.fromEntries(
  Object.entries(cuts).map(([name, cut]) => [
    `pictures/${name}-portrait.jpg`,
    (scale) => drawUpright(name, cut, scale),
  ]),
);
