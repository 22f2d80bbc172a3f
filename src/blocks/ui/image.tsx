import type { ReactNode } from "react";
import { type ImageProps, Image as Picture } from "../../kit/image.tsx";

export { coverSizes, Image as Picture } from "../../kit/image.tsx";

/** A picture with its caption and, if the asset has one, the copyright. */
export function Figure(props: ImageProps & { caption?: string; figureClass?: string }): ReactNode {
  const { caption, figureClass = "", ...picture } = props;
  const copyright = picture.image?.copyright ?? "";
  return (
    <figure className={`figure ${figureClass}`.trim()} data-reveal="uncover">
      <Picture {...picture} />
      {(caption || copyright) && (
        <figcaption className="figure__caption">
          {caption}
          {copyright && <small className="figure__copyright">{copyright}</small>}
        </figcaption>
      )}
    </figure>
  );
}
