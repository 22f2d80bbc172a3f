import type { CSSProperties, ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import type { CropData } from "../../site/api/payload.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, useLevels } from "../ui/heading.tsx";
import { coverSizes, Picture } from "../ui/image.tsx";
import { Actions } from "../ui/link.tsx";
import { Kicker, Section } from "../ui/section.tsx";
import { useHeadlineBlock } from "../ui/use-headline-block.ts";
import { Video as VideoFrame } from "../ui/video.tsx";
import type { schema } from "./HeroFullscreenImage.schema.ts";

/** Opacity of the overlay in percent if the editor chose none. */
const DEFAULT_OVERLAY = 35;

/** The picture fills the screen. */
const SCREEN = [{ width: "100vw", height: "100svh" }];

/** Full-viewport picture or silent video with headline and links on an overlay in the theme's colour. */
export function HeroFullscreenImage(props: PropsOf<typeof schema>): ReactNode {
  const { head } = useLevels(props);
  const lead = useHeadlineBlock();
  const overlay = Math.min(100, Math.max(0, props.overlay ?? DEFAULT_OVERLAY));
  if (isBlank(props)) return null;
  const { image } = props;
  const fill = (picture: CropData | null | undefined) => ({ image: picture, sizes: coverSizes(picture, SCREEN) });
  const upright = fill(props.image_portrait ?? image?.crops?.["3:5"]);
  const tablet = fill(image?.crops?.["3:4"]);
  const shown = { sizes: coverSizes(image, SCREEN), priority: lead === props._uid };
  return (
    <Section block={props} className="hero-fullscreen-image" fit="bleed">
      <div className="hero-fullscreen-image__media" style={{ "--overlay": `${overlay}%` } as CSSProperties}>
        {props.video ? (
          <VideoFrame video={props.video} poster={image} still={shown} autoplay title={props.headline} />
        ) : (
          <Picture image={image} upright={upright} tablet={tablet} {...shown} />
        )}
      </div>
      <div className="hero-fullscreen-image__words wrap">
        <Kicker>{props.kicker}</Kicker>
        {props.headline && (
          <Heading level={head} className="hero-fullscreen-image__headline headline-0">
            {props.headline}
          </Heading>
        )}
        {(props.text || props.links.length > 0) && (
          <div className="hero-fullscreen-image__foot">
            {props.text && <p className="lead">{props.text}</p>}
            <Actions of={props.links} />
          </div>
        )}
      </div>
    </Section>
  );
}
