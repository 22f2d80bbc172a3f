import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { Part } from "../ui/part.tsx";
import { Video as VideoFrame } from "../ui/video.tsx";
import type { schema } from "./BisectionVideo.schema.ts";

/** Half with a video: an uploaded file, or an embed that waits for consent. */
export function BisectionVideo(props: PropsOf<typeof schema>): ReactNode {
  return (
    <Part block={props} className="bisection-video">
      <figure className="bisection-video__figure">
        <VideoFrame
          video={props.video}
          embedUrl={props.embed_url}
          poster={props.poster}
          autoplay={props.autoplay}
          title={props.caption}
        />
        {props.caption && <figcaption className="figure__caption">{props.caption}</figcaption>}
      </figure>
    </Part>
  );
}
