import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { editable } from "../../kit/editable.ts";
import { KeptPart } from "../../kit/kept-part.tsx";
import { Heading, type Level, useLevels } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";
import { Actions } from "../ui/link.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { Slider } from "../ui/slider.tsx";
import { Video as VideoFrame } from "../ui/video.tsx";
import type { schema } from "./PlatformSlider.schema.ts";

/** One module of the platform at a time: a large screenshot beside its text. */
export function PlatformSlider(props: PropsOf<typeof schema>): ReactNode {
  const { item } = useLevels(props);
  if (props.items.length === 0) return null;
  const slides = props.items.map((slide) => ({
    key: slide._uid,
    label: slide.title,
    content: (
      <KeptPart of={props} className="platform-slider__module" {...editable(slide)}>
        {() => <Module slide={slide} level={item} />}
      </KeptPart>
    ),
  }));
  return (
    <Section block={props} className="platform-slider">
      <KeptPart of={props} className="wrap">
        {() => <SectionHead block={props} layout="split" />}
      </KeptPart>
      <Slider label={props.headline} slides={slides} className="platform-slider__slides" />
    </Section>
  );
}

type Slide = PropsOf<typeof schema>["items"][number];

function Module({ slide, level }: { slide: Slide; level: Level }): ReactNode {
  return (
    <>
      {slide.video ? (
        <VideoFrame video={slide.video} poster={slide.image} title={slide.title} className="platform-slider__screen" />
      ) : (
        <Picture
          image={slide.image_language ?? slide.image}
          upright={{ image: slide.image_portrait, sizes: "88vw" }}
          tablet={{ image: slide.image_portrait, sizes: "22rem" }}
          className="platform-slider__screen"
          sizes="(min-width: 64rem) 54rem, 88vw"
        />
      )}
      <div className="platform-slider__words">
        {slide.title && (
          <Heading level={level} className="headline-3">
            {slide.title}
          </Heading>
        )}
        <RichText doc={slide.text} level={Math.min(6, level + 1) as Level} className="platform-slider__text" />
        <Actions of={slide.link} />
      </div>
    </>
  );
}
