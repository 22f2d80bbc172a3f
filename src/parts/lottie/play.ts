import { fetchJson } from "../../client/page/fetch-json.ts";
import { animate } from "./animate.ts";
import type { LottieOptions } from "./options.ts";
import { createPlayer, type LottieCommand, type Player } from "./player.ts";
import { loadFonts, loadLottie } from "./source.ts";
import { COMMAND_EVENT, createStage, showError, showState } from "./stage.ts";

export interface PlayInput {
  host: HTMLElement;
  options: LottieOptions;
  /** The sentence shown when the file cannot be loaded. */
  errorText: string;
}

/** Loads and plays an element's animation; the returned function destroys it and cleans up the element. */
export function playLottie({ host, options, errorText }: PlayInput): () => void {
  const stage = createStage(host);
  const stop = new AbortController();
  const player = createPlayer(options, (state) => showState(host, state));
  showState(host, "loading");
  listen({ host, options, player, signal: stop.signal });
  void load({ host, options, errorText }, stage, player, stop.signal);
  return () => {
    stop.abort();
    player.destroy();
    stage.remove();
  };
}

async function load({ options, errorText }: PlayInput, stage: HTMLElement, player: Player, signal: AbortSignal) {
  try {
    const page = location.href;
    const readJson = (url: string) => fetchJson(url, { signal });
    const data = await loadLottie({ src: options.src, segments: options.segments, page, readJson });
    await loadFonts(data, new URL(options.src, page));
    if (signal.aborted) return;
    player.loaded(await animate({ stage, data, options, onEnd: () => player.ended() }));
  } catch {
    if (signal.aborted) return;
    showError(stage, errorText);
    player.failed();
  }
}

interface Listening {
  host: HTMLElement;
  options: LottieOptions;
  player: Player;
  signal: AbortSignal;
}

function listen({ host, options, player, signal }: Listening): void {
  watchVisibility(host, player, signal);
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const reduce = () => player.setReduced(reducedMotion.matches);
  reduce();
  reducedMotion.addEventListener("change", reduce, { signal });
  host.addEventListener(
    COMMAND_EVENT,
    (event) => player.command((event as CustomEvent<{ command: LottieCommand }>).detail.command),
    { signal },
  );
  if (!options.hover) return;
  const onAndOff = { mouseenter: "play", focusin: "play", mouseleave: "stop", focusout: "stop" } as const;
  for (const [type, command] of Object.entries(onAndOff)) {
    host.addEventListener(type, () => reducedMotion.matches || player.command(command), { signal });
  }
}

/** Playing requires both: the element is in the viewport, and the tab is visible. */
function watchVisibility(host: HTMLElement, player: Player, signal: AbortSignal): void {
  let inView = false;
  const tell = () => player.setVisible(inView && document.visibilityState === "visible");
  const observer = new IntersectionObserver((entries) => {
    inView = entries.at(-1)?.isIntersecting ?? false;
    tell();
  });
  observer.observe(host);
  document.addEventListener("visibilitychange", tell, { signal });
  signal.addEventListener("abort", () => observer.disconnect());
}
