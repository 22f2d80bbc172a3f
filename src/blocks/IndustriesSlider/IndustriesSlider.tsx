import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { KeptPart } from "../../kit/kept-part.tsx";
import type { CardData } from "../card.ts";
import { Heading, type Level, useLevels } from "../ui/heading.tsx";
import { Icon } from "../ui/icon.tsx";
import { coverSizes, Picture } from "../ui/image.tsx";
import { Actions } from "../ui/link.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { Slider } from "../ui/slider.tsx";
import type { IndustriesSliderData } from "./IndustriesSlider.data.ts";
import type { schema } from "./IndustriesSlider.schema.ts";

/** Industry pages as tall panels, side by side. */
export function IndustriesSlider(props: PropsOf<typeof schema> & { data: IndustriesSliderData }): ReactNode {
  const { item } = useLevels(props);
  const { industries } = props.data;
  if (industries.length === 0) return null;
  const slides = industries.map((industry) => ({
    key: industry.uuid,
    label: industry.title,
    content: (
      <KeptPart of={props} as="article" className="industries-slider__plate card">
        {() => <Industry industry={industry} level={item} />}
      </KeptPart>
    ),
  }));
  return (
    <Section block={props} className="industries-slider">
      <KeptPart of={props} className="wrap">
        {() => (
          <SectionHead block={props} layout="row">
            {props.link.length > 0 && <Actions of={props.link} />}
          </SectionHead>
        )}
      </KeptPart>
      <Slider label={props.headline} slides={slides} className="industries-slider__slides" />
    </Section>
  );
}

const PLATE = [
  { media: "(min-width: 64rem)", width: "22.5rem", height: "28rem" },
  { width: "78vw", height: "97.5vw" },
];

function Industry({ industry, level }: { industry: CardData; level: Level }): ReactNode {
  return (
    <>
      <Picture
        image={industry.image}
        className="card__picture industries-slider__picture"
        sizes={coverSizes(industry.image, PLATE)}
        decorative
      />
      <div className="industries-slider__words">
        <Heading level={level} className="headline-3">
          <a className="card__link" href={industry.href}>
            {industry.title}
          </a>
        </Heading>
        <Icon name="arrow-right" className="industries-slider__arrow" />
        {industry.text && <p className="industries-slider__text">{industry.text}</p>}
      </div>
    </>
  );
}
