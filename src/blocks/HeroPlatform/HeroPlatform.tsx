import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { KeptPart } from "../../kit/kept-part.tsx";
import type { FileData } from "../../site/api/payload.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, useLevels } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";
import { Actions } from "../ui/link.tsx";
import { Kicker, Section } from "../ui/section.tsx";
import { useHeadlineBlock } from "../ui/use-headline-block.ts";
import { Console } from "./console.tsx";
import type { schema } from "./HeroPlatform.schema.ts";

/** Hero of the software platform: logo, claim, and the product in a large frame. */
export function HeroPlatform(props: PropsOf<typeof schema>): ReactNode {
  const { head } = useLevels(props);
  const lead = useHeadlineBlock();
  const { logo, animation, lines } = props;
  const image = props.image_language ?? props.image;
  if (isBlank(props)) return null;
  return (
    <Section block={props} className="hero-platform" fit="bleed">
      <KeptPart of={props} className="hero-platform__words wrap cols">
        {() => (
          <>
            <div className="hero-platform__claim">
              {logo && (
                <Picture
                  image={logo}
                  className="hero-platform__logo mark on-dark"
                  sizes="16rem"
                  eager={lead === props._uid}
                />
              )}
              <Kicker>{props.kicker}</Kicker>
              {props.headline && (
                <Heading level={head} className="hero-platform__headline headline-1">
                  {props.headline}
                </Heading>
              )}
            </div>
            <div className="hero-platform__foot">
              {props.text && <p className="lead">{props.text}</p>}
              <Actions of={props.links} />
            </div>
          </>
        )}
      </KeptPart>
      {(image || animation || lines.length > 0) && (
        <div className="hero-platform__stage wrap">
          {lines.length > 0 && <Console lines={lines} label={image?.alt ?? ""} />}
          {lines.length === 0 && animation && <Animation file={animation} poster={image} />}
          {lines.length === 0 && !animation && (
            <Picture
              image={image}
              upright={{ image: props.image_portrait, sizes: "92vw" }}
              className="hero-platform__picture"
              sizes="(min-width: 82rem) 82rem, 92vw"
              priority={lead === props._uid}
            />
          )}
        </div>
      )}
    </Section>
  );
}

/** The product picture is the animation's poster; src/client draws over it. */
function Animation({ file, poster }: { file: FileData; poster: Parameters<typeof Picture>[0]["image"] }): ReactNode {
  return (
    <div
      className="hero-platform__picture hero-platform__animation"
      aria-hidden="true"
      data-lottie={JSON.stringify({ src: file.src, autoplay: true })}
    >
      {poster && <Picture image={poster} decorative />}
    </div>
  );
}
