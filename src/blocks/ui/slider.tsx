import { type CSSProperties, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef } from "react";
import { Icon } from "./icon.tsx";
import { useWords } from "./site.tsx";
import { type Rotation, useRotation } from "./use-rotation.ts";
import { type SliderState, useSlider } from "./use-slider.ts";

export interface Slide {
  /** Undefined for a slide whose markup is kept. */
  key: string | undefined;
  /** Announced name of the slide; default: its number. */
  label?: string;
  content: ReactNode;
}

/** A slide is a group, according to the WAI-ARIA carousel pattern. */
const slideRole = (label: string) => ({ role: "group", "aria-roledescription": "slide", "aria-label": label });

interface SliderProps {
  /** Name of the slider, without the word "slider". */
  label: string;
  slides: readonly Slide[];
  className?: string;
  /** 0 or null for no automatic advance. */
  autoplaySeconds?: number | null;
  /** Called with the index of the active slide; must be stable (useCallback, a state setter). */
  onIndex?: (index: number) => void;
}

/**
 * A row of slides that scrolls and snaps with CSS; script adds buttons, the position on the scale and, optionally,
 * automatic advance. A slide's width is the custom property --slide, set by the block.
 */
export function Slider({ label, slides, className = "", autoplaySeconds, onIndex }: SliderProps): ReactNode {
  const w = useWords();
  const root = useRef<HTMLElement>(null);
  const slider = useSlider(slides.length);
  const { index, atEnd, go } = slider;
  const next = useCallback(() => go(atEnd ? 0 : index + 1), [go, atEnd, index]);
  const seconds = slides.length > 1 ? (autoplaySeconds ?? 0) : 0;
  const rotation = useRotation({ root, seconds, next });
  useEffect(() => onIndex?.(index), [onIndex, index]);
  if (slides.length === 0) return null;
  return (
    <section
      ref={root}
      className={`slider ${className}`.trim()}
      aria-roledescription="carousel"
      aria-label={label || w("slides")}
      data-still={slider.still || slides.length < 2 ? "" : undefined}
      onFocus={rotation.stop}
    >
      <Controls slider={slider} rotation={seconds > 0 ? rotation : null} count={slides.length} />
      <div className="slider__track" ref={slider.track} {...trackKeys(slider)}>
        {slides.map((slide, at) => (
          <div
            key={slide.key || at}
            className="slider__slide"
            {...slideRole(slide.label || w("slider_position", { n: at + 1, m: slides.length }))}
            data-current={at === index ? "" : undefined}
          >
            {slide.content}
          </div>
        ))}
      </div>
    </section>
  );
}

/** The track is focusable so that keys scroll it. */
function trackKeys(slider: SliderState) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target === event.currentTarget) slider.onKeyDown(event);
  };
  return { tabIndex: 0, onKeyDown };
}

function Controls(props: { slider: SliderState; rotation: Rotation | null; count: number }): ReactNode {
  const { slider, rotation, count } = props;
  const w = useWords();
  const at = count > 1 ? slider.index / (count - 1) : 0;
  return (
    <div className="slider__controls">
      {rotation && (
        <button
          type="button"
          className="slider__button"
          onClick={rotation.toggle}
          // The focus has already stopped the rotation by then; without this the click would start it again.
          onPointerDown={(event) => event.preventDefault()}
          aria-label={w(rotation.playing ? "slider_pause" : "slider_play")}
        >
          <Icon name={rotation.playing ? "pause" : "play"} />
        </button>
      )}
      <StepButton direction="previous" slider={slider} />
      <StepButton direction="next" slider={slider} />
      <div className="slider__scale" style={{ "--at": at, "--steps": Math.max(1, count - 1) } as CSSProperties}>
        <p className="visually-hidden" data-search="off" aria-live={rotation?.playing ? "off" : "polite"}>
          {w("slider_position", { n: slider.index + 1, m: count })}
        </p>
      </div>
    </div>
  );
}

/** Remains focusable at the ends: disabling a focused button would lose the focus. */
function StepButton({ direction, slider }: { direction: "previous" | "next"; slider: SliderState }): ReactNode {
  const w = useWords();
  const back = direction === "previous";
  const off = back ? slider.atStart : slider.atEnd;
  return (
    <button
      type="button"
      className="slider__button"
      aria-label={w(back ? "slider_previous" : "slider_next")}
      aria-disabled={off || undefined}
      onClick={() => {
        if (!off) slider.go(slider.index + (back ? -1 : 1));
      }}
    >
      <Icon name={back ? "arrow-left" : "arrow-right"} />
    </button>
  );
}
