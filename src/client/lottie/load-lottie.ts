import type { Shared } from "../../content/payload.ts";
import { word } from "../../kit/word.ts";
import { parseLottieOptions } from "./options.ts";

/** Distance from the viewport at which an animation is loaded. */
const NEAR = "400px";

/** Watches the page's animations and loads player and file when one comes near. Returns a function that ends all. */
export function loadLotties(shared: Shared): () => void {
  const ends: (() => void)[] = [];
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        observer.unobserve(target);
        ends.push(begin(target, shared));
      }
    },
    { rootMargin: NEAR },
  );
  for (const host of document.querySelectorAll("[data-lottie]")) observer.observe(host);
  return () => {
    observer.disconnect();
    for (const end of ends) end();
  };
}

function begin(host: HTMLElement, shared: Shared): () => void {
  const options = parseLottieOptions(host.dataset.lottie ?? "");
  if (!options) return () => undefined;
  let ended = false;
  let end: (() => void) | undefined;
  // The specification's sentence (§8) ends in the word "URL"; the URL itself is in the attribute.
  const errorText = word(shared, "animation_error", { url: "URL" });
  import("./play.ts")
    .then(({ playLottie }) => {
      if (!ended) end = playLottie({ host, options, errorText });
    })
    // Without the script the poster stays.
    .catch(() => undefined);
  return () => {
    ended = true;
    end?.();
  };
}
