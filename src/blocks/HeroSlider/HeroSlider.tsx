import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { Blocks } from "../../kit/blocks.tsx";
import { Section } from "../ui/section.tsx";
import { useWords } from "../ui/site.tsx";
import { Slider } from "../ui/slider.tsx";
import type { schema } from "./HeroSlider.schema.ts";

/** Several heroes, one in view at a time, with the position on a scale below. */
export function HeroSlider(props: PropsOf<typeof schema>): ReactNode {
  const w = useWords();
  if (props.slides.length === 0) return null;
  const slides = props.slides.map((slide) => ({
    key: slide._uid,
    label: slide.headline,
    content: <Blocks of={[slide]} />,
  }));
  return (
    <Section block={props} className="hero-slider" fit="bleed">
      <Slider
        label={w("slides")}
        slides={slides}
        className="hero-slider__slides"
        autoplaySeconds={props.autoplay_seconds}
      />
    </Section>
  );
}
