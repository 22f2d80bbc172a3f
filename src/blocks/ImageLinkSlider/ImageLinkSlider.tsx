import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { editable } from "../../kit/editable.ts";
import { KeptPart } from "../../kit/kept-part.tsx";
import type { ImageData } from "../../site/api/payload.ts";
import { Icon } from "../ui/icon.tsx";
import { Picture } from "../ui/image.tsx";
import { SmartLink } from "../ui/link.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { Slider } from "../ui/slider.tsx";
import type { schema } from "./ImageLinkSlider.schema.ts";

type Item = PropsOf<typeof schema>["items"][number];

/** Pictures with links: each has its title and the arrow that buttons have too. */
export function ImageLinkSlider(props: PropsOf<typeof schema>): ReactNode {
  if (props.items.length === 0) return null;
  const slides = props.items.map((item) => ({
    key: item._uid,
    label: titleOf(item),
    content: (
      <KeptPart of={props} className="image-link-slider__plate" {...editable(item)}>
        {() => <Plate item={item} />}
      </KeptPart>
    ),
  }));
  return (
    <Section block={props} className="image-link-slider">
      <KeptPart of={props} className="wrap">
        {() => <SectionHead block={props} layout="split" />}
      </KeptPart>
      <Slider label={props.headline} slides={slides} className="image-link-slider__slides" />
    </Section>
  );
}

function Plate({ item }: { item: Item }): ReactNode {
  const { image, link } = item;
  const title = titleOf(item);
  const fit = image && isFarFromPlate(image) ? "image-link-slider__picture--whole" : "";
  return (
    <SmartLink link={link} className="image-link-slider__link">
      <Picture
        image={image}
        className={`image-link-slider__picture ${fit}`.trim()}
        sizes="(min-width: 64rem) 34rem, 84vw"
        decorative={title !== ""}
      />
      {(title || link) && (
        <span className="image-link-slider__bar">
          <span className="image-link-slider__title">{title}</span>
          {link && (
            <span className="image-link-slider__key">
              <Icon name={iconOf(item)} />
            </span>
          )}
        </span>
      )}
    </SmartLink>
  );
}

/** A link needs a name: the linked story or the picture provides it if the editor did not. */
function titleOf({ title, link, image }: Item): string {
  return title || link?.name || (link ? (image?.alt ?? "") : "");
}

function iconOf({ link }: Item) {
  if (link?.kind === "asset") return "download";
  return link?.kind === "external" || link?.target === "_blank" ? "arrow-up-right" : "arrow-right";
}

/** Logos and wide strips would lose their ends when cropped to 4:3; they are shown in full. */
function isFarFromPlate({ width, height }: ImageData): boolean {
  const ratio = width / height;
  return ratio > 2.2 || ratio < 0.6;
}
