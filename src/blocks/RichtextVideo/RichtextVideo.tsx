import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { useLevels } from "../ui/heading.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { Video as VideoFrame } from "../ui/video.tsx";
import { anchorOf } from "./anchor.ts";
import type { schema } from "./RichtextVideo.schema.ts";

/** Long rich text, with a video above or below it. Consecutive ones form one article. */
export function RichtextVideo(props: PropsOf<typeof schema>): ReactNode {
  const { item } = useLevels(props);
  const hasVideo = props.video !== null || props.embed_url !== "";
  const video = hasVideo && (
    <VideoFrame video={props.video} embedUrl={props.embed_url} poster={props.poster} title={props.headline} />
  );
  if (isBlank(props)) return null;
  return (
    <Section block={{ ...props, anchor_id: anchorOf(props) }} className="richtext-video">
      <div className="wrap cols">
        {props.headline && (
          <div>
            <SectionHead block={props} />
          </div>
        )}
        {props.video_position !== "bottom" && video}
        <RichText doc={props.text} level={item} className="richtext-video__text" />
        {props.video_position === "bottom" && video}
      </div>
    </Section>
  );
}
