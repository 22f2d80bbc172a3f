import { anomalyDetection } from "./heroes/anomaly-detection.mjs";
import { automotive } from "./heroes/automotive.mjs";
import { careersHero } from "./heroes/careers-hero.mjs";
import { contact } from "./heroes/contact.mjs";
import { culture } from "./heroes/culture.mjs";
import { homeHero } from "./heroes/home-hero.mjs";
import { isarstahl } from "./heroes/isarstahl.mjs";
import { lumenHero } from "./heroes/lumen-hero.mjs";
import { predictiveQuality } from "./heroes/predictive-quality.mjs";
import { softwareSolutions } from "./heroes/software-solutions.mjs";
import { solutionsHero } from "./heroes/solutions-hero.mjs";
import { rendered } from "./lib/blender.mjs";

export const about = rendered("about", { exposure: 1.6 });
export const energyUtilities = rendered("energy_utilities", { exposure: 1.5 });
export const foodBeverage = rendered("food_beverage", { exposure: 1.5, samples: 32, widest: 2400 });
export const industriesHero = rendered("industries_hero", { exposure: 1.5 });
export const machinery = rendered("machinery", { exposure: 1.35 });
export const predictiveMaintenance = rendered("predictive_maintenance", { exposure: 1.6, samples: 8, widest: 1600 });
export const team = rendered("team", { exposure: 1.35 });
export const visualInspection = rendered("visual_inspection", { exposure: 1.25, widest: 2400 });

/** Raster pictures: asset path -> scene. A scene gets a size and returns a film with its development settings. */
export const heroes = {
  "pictures/home-hero.jpg": homeHero,
  "pictures/predictive-quality.jpg": predictiveQuality,
  "pictures/predictive-maintenance.jpg": predictiveMaintenance,
  "pictures/brenner-getriebe.jpg": rendered("brenner_getriebe", { exposure: 1.5 }),
  "pictures/visual-inspection.jpg": visualInspection,
  "pictures/lumen-hero.jpg": lumenHero,
  "pictures/lumen-vision-hero.jpg": rendered("lumen_vision", { exposure: 1.6, samples: 24 }),
  "pictures/isarstahl.jpg": isarstahl,
  "pictures/careers-hero.jpg": careersHero,
  "pictures/team-hero.jpg": team,
  "pictures/food-beverage.jpg": foodBeverage,
  "pictures/automotive.jpg": automotive,
  "pictures/alpenmilch.jpg": rendered("alpenmilch", { exposure: 1.5 }),
  "pictures/solutions-hero.jpg": solutionsHero,
  "pictures/anomaly-detection.jpg": anomalyDetection,
  "pictures/software-solutions.jpg": softwareSolutions,
  "pictures/industries-hero.jpg": industriesHero,
  "pictures/machinery.jpg": machinery,
  "pictures/contact.jpg": contact,
  "pictures/nordwind-energie.jpg": rendered("nordwind_energie", { exposure: 1.5 }),
  "pictures/energy-utilities.jpg": energyUtilities,
  "pictures/about.jpg": about,
  "pictures/culture.jpg": culture,
  "pictures/workshop-light.jpg": rendered("workshop_light", { exposure: 1.5 }),
};

/**
 * Full-screen heroes: high enough that their 3:4 crop for a portrait tablet has a pixel for each of the tablet's (834 ×
 * 1112 at density 2).
 */
export const fullScreen = new Set(
  [
    ...["home-hero", "team-hero", "visual-inspection", "predictive-maintenance"],
    ...["energy-utilities", "food-beverage", "solutions-hero"],
  ].map((name) => `pictures/${name}.jpg`),
);
