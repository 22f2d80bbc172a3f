import type { ReactNode } from "react";
import { useRef, useState } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { editable } from "../../kit/editable.ts";
import { Heading, type Level, useLevels } from "../ui/heading.tsx";
import { Icon } from "../ui/icon.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { useWords } from "../ui/site.tsx";
import { Slider } from "../ui/slider.tsx";
import type { schema } from "./LottieSlider.schema.ts";
import { useOneAtATime } from "./use-one-at-a-time.ts";

type Props = PropsOf<typeof schema>;
type Item = Props["items"][number];

/** Animations with title and text; only the active one plays. */
export function LottieSlider(props: Props): ReactNode {
  const { item: level } = useLevels(props);
  const root = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const { playing, toggle } = useOneAtATime(root, index);
  if (props.items.length === 0) return null;
  const slides = props.items.map((item) => ({
    key: item._uid,
    label: item.title,
    content: (
      <Step item={item} level={level} loop={props.loop} mode={props.mode || "normal"}>
        {props.loop && <Pause playing={playing} onToggle={toggle} />}
      </Step>
    ),
  }));
  return (
    <Section block={props} className="lottie-slider">
      <div className="wrap">
        <SectionHead block={props} layout="stack" />
      </div>
      <div ref={root}>
        <Slider label={props.headline} slides={slides} className="lottie-slider__slides" onIndex={setIndex} />
      </div>
    </Section>
  );
}

interface StepProps {
  item: Item;
  level: Level;
  loop: boolean;
  mode: "normal" | "bounce";
  children: ReactNode;
}

function Step({ item, level, loop, mode, children }: StepProps): ReactNode {
  return (
    <article className="lottie-slider__step" {...editable(item)}>
      <div className="lottie-slider__stage">
        <Animation item={item} loop={loop} mode={mode} />
        {children}
      </div>
      <div className="lottie-slider__words">
        {item.title && (
          <Heading level={level} className="headline-3">
            {item.title}
          </Heading>
        )}
        <RichText doc={item.text} level={Math.min(6, level + 1) as Level} className="lottie-slider__text" />
      </div>
    </article>
  );
}

/** Title and text describe it, so it is hidden from assistive technology. */
function Animation({ item, loop, mode }: Omit<StepProps, "level" | "children">): ReactNode {
  if (!item.animation) return null;
  const segments = item.segment ? { segments: [item.segment.src] } : {};
  const options = { src: item.animation.src, ...segments, loop, mode, autoplay: true };
  return <div className="lottie-slider__animation" aria-hidden="true" data-lottie={JSON.stringify(options)} />;
}

function Pause({ playing, onToggle }: { playing: boolean; onToggle: () => void }): ReactNode {
  const w = useWords();
  return (
    <button
      type="button"
      className="lottie-slider__pause"
      onClick={onToggle}
      aria-label={w(playing ? "animation_pause" : "animation_play")}
    >
      <Icon name={playing ? "pause" : "play"} />
    </button>
  );
}
