import { homeHero } from "./heroes/home-hero.mjs";
import { lumenHero } from "./heroes/lumen-hero.mjs";
import { predictiveQuality } from "./heroes/predictive-quality.mjs";
import { visualInspection } from "./heroes/visual-inspection.mjs";

/** Raster pictures: asset path -> scene. A scene gets a size and answers a film with its development. */
export const heroes = {
  "pictures/home-hero.jpg": homeHero,
  "pictures/predictive-quality.jpg": predictiveQuality,
  "pictures/visual-inspection.jpg": visualInspection,
  "pictures/lumen-hero.jpg": lumenHero,
};
