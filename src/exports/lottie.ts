import type { SitePart } from "../site/parts.ts";

/** For `parts` of a definition: elements with `data-lottie` play that animation (docs/parts.md). */
export const lottie = (): SitePart => ({
  effect: "sitegen-storyblok/lottie/effect.ts",
  styles: "sitegen-storyblok/lottie/lottie.css",
});
