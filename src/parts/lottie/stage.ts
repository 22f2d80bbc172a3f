import type { LottieState } from "./player.ts";

const STATE_EVENT = "sitegen:lottie-state";
export const COMMAND_EVENT = "sitegen:lottie";

/** Creates the element to draw into, separate from the children that React manages. */
export function createStage(host: HTMLElement): HTMLElement {
  const stage = document.createElement("div");
  stage.className = "lottie-stage";
  host.append(stage);
  return stage;
}

/** Shows the state as attribute and event; lottie.css hides the poster once frames are drawn. */
export function showState(host: HTMLElement, state: LottieState): void {
  host.dataset.lottieState = state;
  host.dispatchEvent(new CustomEvent(STATE_EVENT, { bubbles: true, detail: { state } }));
}

/** Shows the warning symbol and the sentence of specification §8. */
export function showError(stage: HTMLElement, message: string): void {
  const symbol = document.createElement("span");
  symbol.className = "lottie-error__symbol";
  symbol.setAttribute("aria-hidden", "true");
  symbol.textContent = "⚠️";
  const text = document.createElement("span");
  text.className = "lottie-error__text";
  text.textContent = message;
  stage.className = "lottie-error";
  stage.replaceChildren(symbol, text);
}
