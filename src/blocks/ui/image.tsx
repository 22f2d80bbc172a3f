import type { ReactNode } from "react";
import { type ImageProps, Image as Picture } from "../../kit/image.tsx";

export { coverSizes, Image as Picture } from "../../kit/image.tsx";

/** A picture with its caption, the key to numbers in it and, if the asset has one, the copyright. */
export function Figure(props: ImageProps & { caption?: string; callouts?: string; figureClass?: string }): ReactNode {
  const { caption, callouts = "", figureClass = "", ...picture } = props;
  const copyright = picture.image?.copyright ?? "";
  return (
    <figure className={`figure ${figureClass}`.trim()} data-reveal="uncover">
      <Picture {...picture} />
      {(caption || callouts || copyright) && (
        <figcaption className="figure__caption">
          {callouts && <Key callouts={callouts} />}
          {caption}
          {copyright && <small className="figure__copyright">{copyright}</small>}
        </figcaption>
      )}
    </figure>
  );
}

/** Lines like "1 Main bearing". */
function Key({ callouts }: { callouts: string }): ReactNode {
  const lines = callouts.split("\n").filter((line) => line.trim() !== "");
  return (
    <ul className="figure__key">
      {lines.map((line) => {
        const [number = "", ...words] = line.trim().split(" ");
        return (
          <li key={line}>
            <b>{number}</b>
            {` ${words.join(" ")}`}
          </li>
        );
      })}
    </ul>
  );
}
