import { prefersReducedMotion } from "../../kit/reduced-motion.ts";
import type { Effect } from "../../site/parts.ts";

/**
 * Draws spectral terrains over their placeholder pictures when they come into view: `data-terrain` has the URL of the
 * data. Under reduced motion or without the data the pictures stay.
 */
export const effect: Effect = {
  attribute: "data-terrain",
  async start(host) {
    if (prefersReducedMotion()) return undefined;
    const { src } = JSON.parse(host.dataset.terrain ?? "{}") as { src: string };
    const { animateTerrain } = await import("./terrain.ts");
    return animateTerrain({ host, src, lang: document.documentElement.lang });
  },
};
