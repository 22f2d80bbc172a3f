import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import type { ImageData } from "../../site/api/payload.ts";
import { Icon } from "../ui/icon.tsx";
import { Picture } from "../ui/image.tsx";
import { useWords } from "../ui/site.tsx";
import { type SliderState, useSlider } from "../ui/use-slider.ts";
import { captionOf, keyed } from "./keyed.ts";

interface Props {
  images: readonly ImageData[];
  /** Index of the first picture. */
  start: number;
  label: string;
  onClose: () => void;
}

/**
 * The large view: a modal dialog with a row of pictures, moved by swiping, buttons and arrow keys. The browser traps
 * the focus, closes it on Escape and returns the focus to the picture.
 */
export function GalleryView({ images, start, label, onClose }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const row = useSlider(images.length);
  const { track, index } = row;
  useEffect(() => {
    dialog.current?.showModal();
    track.current?.children[start]?.scrollIntoView({ behavior: "instant" });
  }, [start, track]);
  const close = () => dialog.current?.close();
  // A click beside the picture closes the view, in addition to Escape and the button.
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof HTMLElement && target.matches(".gallery__large")) close();
  };
  return (
    <dialog
      ref={dialog}
      className="gallery__view"
      data-theme="dark"
      aria-label={label}
      onClose={onClose}
      onKeyDown={row.onKeyDown}
      onClick={onClick}
    >
      <div className="gallery__track" ref={track}>
        {keyed(images).map(({ key, image, index: at }) => (
          <div key={key} className="gallery__large" aria-hidden={at === index ? undefined : true}>
            <Picture image={image} className="gallery__whole" sizes="100vw" />
          </div>
        ))}
      </div>
      <Bar row={row} images={images} onClose={close} />
    </dialog>
  );
}

function Bar(props: { row: SliderState; images: readonly ImageData[]; onClose: () => void }): ReactNode {
  const { row, images, onClose } = props;
  const w = useWords();
  const image = images[row.index];
  return (
    <div className="gallery__bar">
      <p className="gallery__position" aria-live="polite">
        <span className="gallery__number">{w("slider_position", { n: row.index + 1, m: images.length })}</span>{" "}
        <span className="gallery__said">{image && captionOf(image)}</span>{" "}
        {image?.copyright && <small className="gallery__copyright">{image.copyright}</small>}
      </p>
      {images.length > 1 && (
        <>
          <Step row={row} by={-1} />
          <Step row={row} by={1} />
        </>
      )}
      <button type="button" className="gallery__button" onClick={onClose} aria-label={w("close")}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Remains focusable at the ends: disabling a focused button would lose the focus. */
function Step({ row, by }: { row: SliderState; by: 1 | -1 }): ReactNode {
  const w = useWords();
  const off = by === 1 ? row.atEnd : row.atStart;
  return (
    <button
      type="button"
      className="gallery__button"
      aria-label={w(by === 1 ? "slider_next" : "slider_previous")}
      aria-disabled={off || undefined}
      onClick={() => {
        if (!off) row.go(row.index + by);
      }}
    >
      <Icon name={by === 1 ? "arrow-right" : "arrow-left"} />
    </button>
  );
}
