import lottie from "lottie-web/build/player/lottie_light";
import type { LottieOptions } from "./options.ts";
import type { LottieAnimation } from "./player.ts";
import type { LottieData } from "./source.ts";

/**
 * Draws an animation with lottie-web's light build (no expressions, so no eval). The player handles loops: lottie-web
 * only plays once in one direction.
 */
export function animate(input: {
  stage: HTMLElement;
  data: LottieData;
  options: LottieOptions;
  onEnd(): void;
}): Promise<LottieAnimation> {
  const { stage, data, options, onEnd } = input;
  return new Promise((resolve, reject) => {
    const item = lottie.loadAnimation({
      container: stage,
      renderer: "svg",
      loop: false,
      autoplay: false,
      animationData: data,
      rendererSettings: { preserveAspectRatio: options.preserveAspectRatio, focusable: false },
    });
    item.setSpeed(options.speed);
    item.addEventListener("complete", onEnd);
    item.addEventListener("error", () => reject(new Error("The animation could not be drawn.")));
    const ready = () => resolve(wrap(item));
    if (item.isLoaded) ready();
    else item.addEventListener("DOMLoaded", ready);
  });
}

type PlayedItem = ReturnType<typeof lottie.loadAnimation>;

function wrap(item: PlayedItem): LottieAnimation {
  return {
    lastFrame: item.totalFrames - 1,
    play(from) {
      if (from === undefined) item.play();
      else item.goToAndPlay(from, true);
    },
    pause: () => item.pause(),
    showFrame: (frame) => item.goToAndStop(frame, true),
    setDirection: (direction) => item.setDirection(direction),
    destroy: () => item.destroy(),
  };
}
