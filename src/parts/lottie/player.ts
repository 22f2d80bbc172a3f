import type { LottieOptions } from "./options.ts";

/** The specification's states (§4). */
export type LottieState = "loading" | "playing" | "paused" | "stopped" | "frozen" | "error" | "destroyed";

export type LottieCommand = "play" | "pause" | "stop" | "toggle";

/** The part of lottie-web's animation that the player uses. Frames count from 0. */
export interface LottieAnimation {
  readonly lastFrame: number;
  /** Starts at a frame, or continues. */
  play(from?: number): void;
  pause(): void;
  /** Stops at a frame. */
  showFrame(frame: number): void;
  setDirection(direction: 1 | -1): void;
  destroy(): void;
}

export type Player = ReturnType<typeof createPlayer>;

type Wish = "playing" | "paused" | "stopped";

interface Situation {
  animation: LottieAnimation | null;
  wish: Wish;
  visible: boolean;
  reduced: boolean;
  final: "error" | "destroyed" | null;
  shown: LottieState;
  direction: 1 | -1;
  /** Rounds played; half a round for each direction of a bounce. */
  rounds: number;
  /** True at the end: playing then starts again. */
  over: boolean;
  /** The next run, waiting for the intermission. */
  next: (() => void) | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * The player's state machine (specification §4), without DOM and library. Whether to play, by the visitor or autoplay,
 * is separate from visibility: a playing animation is "frozen" while out of view, so leaving and returning never
 * overrides a pause, and an animation that becomes ready off screen does not play there.
 */
export function createPlayer(options: LottieOptions, onState: (state: LottieState) => void) {
  const situation: Situation = {
    animation: null,
    wish: options.autoplay ? "playing" : "stopped",
    visible: false,
    reduced: false,
    final: null,
    shown: "loading",
    direction: options.direction,
    rounds: 0,
    over: false,
    next: null,
    timer: undefined,
  };
  const apply = () => show(situation, onState);
  const wish = (wanted: Wish) => {
    if (situation.final) return;
    situation.wish = wanted;
    if (wanted === "playing" && situation.over) reset(situation, options);
    if (wanted === "stopped") reset(situation, options);
    apply();
  };
  return {
    state: (): LottieState => situation.shown,
    command(command: LottieCommand): void {
      if (command === "toggle") wish(situation.wish === "playing" ? "paused" : "playing");
      else wish(({ play: "playing", pause: "paused", stop: "stopped" } as const)[command]);
    },
    /** True if in the viewport of a visible tab. */
    setVisible(visible: boolean): void {
      situation.visible = visible;
      apply();
    },
    setReduced(reduced: boolean): void {
      situation.reduced = reduced;
      if (reduced && situation.wish === "playing") situation.wish = "paused";
      apply();
    },
    loaded(animation: LottieAnimation) {
      if (situation.final) return animation.destroy();
      situation.animation = animation;
      animation.setDirection(options.direction);
      animation.showFrame(situation.reduced ? options.still * animation.lastFrame : firstFrame(situation, options));
      situation.over = situation.reduced;
      apply();
    },
    failed(): void {
      situation.final ??= "error";
      apply();
    },
    /** Called when the animation has reached its end. */
    ended(): void {
      endRun(situation, options);
      apply();
    },
    destroy(): void {
      clearTimeout(situation.timer);
      situation.animation?.destroy();
      situation.animation = null;
      situation.final = "destroyed";
      apply();
    },
  };
}

function stateOf({ final, animation, wish, visible }: Situation): LottieState {
  if (final) return final;
  if (!animation) return "loading";
  return wish === "playing" && !visible ? "frozen" : wish;
}

/** Applies the state to the animation, and reports a change. */
function show(situation: Situation, onState: (state: LottieState) => void): void {
  const state = stateOf(situation);
  if (state === situation.shown) return;
  situation.shown = state;
  const { animation } = situation;
  if (animation) {
    if (state === "playing") proceed(situation, animation);
    else hold(situation, animation);
  }
  onState(state);
}

function proceed(situation: Situation, animation: LottieAnimation): void {
  const next = situation.next;
  situation.next = null;
  if (next) next();
  else animation.play();
}

function hold(situation: Situation, animation: LottieAnimation): void {
  clearTimeout(situation.timer);
  animation.pause();
}

function firstFrame({ animation }: Situation, { direction }: LottieOptions): number {
  return direction === 1 ? 0 : (animation?.lastFrame ?? 0);
}

/** Resets to before the first round. */
function reset(situation: Situation, options: LottieOptions): void {
  clearTimeout(situation.timer);
  situation.next = null;
  situation.over = false;
  situation.rounds = 0;
  situation.direction = options.direction;
  situation.animation?.setDirection(options.direction);
  situation.animation?.showFrame(firstFrame(situation, options));
}

/** One direction has ended: next is the way back of a bounce, another round, or the end. */
function endRun(situation: Situation, options: LottieOptions): void {
  const { animation } = situation;
  if (!animation || situation.wish !== "playing") return;
  const bounces = options.mode === "bounce";
  situation.rounds += bounces ? 0.5 : 1;
  const isWhole = Number.isInteger(situation.rounds);
  const goesOn = options.loop && (options.count === null || situation.rounds < options.count);
  if (isWhole && !goesOn) {
    situation.wish = "paused";
    situation.over = true;
    return;
  }
  if (bounces) situation.direction = situation.direction === 1 ? -1 : 1;
  const run = () => {
    situation.next = null;
    animation.setDirection(situation.direction);
    animation.play(situation.direction === 1 ? 0 : animation.lastFrame);
  };
  situation.next = run;
  situation.timer = setTimeout(run, isWhole ? options.intermission : 0);
}
