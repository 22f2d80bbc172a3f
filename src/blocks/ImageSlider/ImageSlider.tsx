import type { CSSProperties, ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { KeptPart } from "../../kit/kept-part.tsx";
import type { ImageData } from "../../site/api/payload.ts";
import { Figure } from "../ui/image.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { Slider } from "../ui/slider.tsx";
import type { schema } from "./ImageSlider.schema.ts";

/** A film strip: pictures of the same height, each in its own aspect ratio, with captions. */
export function ImageSlider(props: PropsOf<typeof schema>): ReactNode {
  if (props.images.length === 0) return null;
  const slides = props.images.map((image, index) => ({
    // The same picture may occur twice.
    key: `${index} ${image.src}`,
    content: (
      <KeptPart of={props} className="image-slider__frame" style={{ "--ratio": ratioOf(image) } as CSSProperties}>
        {() => <Frame image={image} />}
      </KeptPart>
    ),
  }));
  return (
    <Section block={props} className="image-slider">
      <KeptPart of={props} className="wrap">
        {() => <SectionHead block={props} layout="split" />}
      </KeptPart>
      <Slider
        label={props.headline}
        slides={slides}
        autoplaySeconds={props.autoplay_seconds}
        className="image-slider__slides"
      />
    </Section>
  );
}

/** If the alternative text is the caption, the picture itself has none. */
function Frame({ image }: { image: ImageData }): ReactNode {
  return (
    <Figure
      image={image}
      caption={image.title || image.alt}
      className="image-slider__picture"
      sizes="(min-width: 64rem) 56rem, 86vw"
      decorative={image.title === ""}
    />
  );
}

/** Aspect ratio, limited to what fits a strip; a picture of unknown size counts as 3:2. */
function ratioOf({ width, height }: ImageData): number {
  if (width <= 0 || height <= 0) return 1.5;
  return Math.round(Math.min(2.4, Math.max(0.6, width / height)) * 1000) / 1000;
}
