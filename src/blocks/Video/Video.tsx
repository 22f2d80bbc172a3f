import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { Section, SectionHead } from "../ui/section.tsx";
import { Video as VideoFrame } from "../ui/video.tsx";
import type { schema } from "./Video.schema.ts";

/** A video over ten columns with its headline beside it. */
export function Video(props: PropsOf<typeof schema>): ReactNode {
  if (!props.video && props.embed_url === "" && !props.poster) return null;
  return (
    <Section block={props} className="video-block">
      <div className="wrap">
        <SectionHead block={props} layout="split" />
        <VideoFrame
          video={props.video}
          embedUrl={props.embed_url}
          poster={props.poster}
          captions={props.captions}
          title={props.headline}
          autoplay={props.autoplay}
          loop={props.loop}
          className="video-block__frame"
        />
      </div>
    </Section>
  );
}
