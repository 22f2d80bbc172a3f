import { word } from "../../kit/word.ts";
import type { Effect } from "../../site/parts.ts";
import { parseLottieOptions } from "./options.ts";

/** Loads player and file of an animation when it comes near. Without the script its poster stays. */
export const effect: Effect = {
  attribute: "data-lottie",
  near: "400px",
  async start(host, { shared, signal }) {
    // Editors may give a link any attribute of this kind.
    const options = host.localName === "a" ? null : parseLottieOptions(host.dataset.lottie ?? "");
    if (!options) return undefined;
    const { playLottie } = await import("./play.ts");
    if (signal.aborted) return undefined;
    // The specification's sentence (§8) ends in the word "URL"; the URL itself is in the attribute.
    return playLottie({ host, options, errorText: word(shared, "animation_error", { url: "URL" }) });
  },
};
