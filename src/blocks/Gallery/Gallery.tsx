import { type CSSProperties, type MouseEvent, type ReactNode, useState } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import type { ImageData } from "../../site/api/payload.ts";
import { Picture } from "../ui/image.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { useWords } from "../ui/site.tsx";
import type { schema } from "./Gallery.schema.ts";
import { GalleryView } from "./gallery-view.tsx";
import { captionOf, keyed } from "./keyed.ts";

const DEFAULT_COLUMNS = 3;

/** A contact sheet. Each picture is a link to its file; with script it opens in a large view. */
export function Gallery(props: PropsOf<typeof schema>): ReactNode {
  const w = useWords();
  const [open, setOpen] = useState<number | null>(null);
  const { images } = props;
  if (images.length === 0) return null;
  const isFew = images.length < 4;
  // Not more than there are pictures, so that a single one has the whole width.
  const columns = Math.min(images.length, 4, Math.max(2, Math.trunc(props.columns ?? DEFAULT_COLUMNS)));
  const sheet = { "--columns": columns, "--least": isFew ? "14rem" : "9rem" } as CSSProperties;
  const wide = `(min-width: 82rem) ${Math.round(82 / columns)}rem, (min-width: 48rem) ${Math.round(100 / columns)}vw`;
  const sizes = isFew ? `${wide}, (min-width: 30rem) 46vw, 92vw` : `${wide}, 46vw`;
  const onOpen = (event: MouseEvent, index: number) => {
    // The visitor asked for a new tab or a download.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpen(index);
  };
  return (
    <Section block={props} className="gallery">
      <div className="wrap">
        <SectionHead block={props} layout="split" />
        <ul className="gallery__sheet" data-reveal="sweep" style={sheet}>
          {keyed(images).map(({ key, image, index }) => (
            <li key={key}>
              <a className="gallery__link" href={image.src} onClick={(event) => onOpen(event, index)}>
                <Thumbnail image={image} sizes={sizes} index={index} />
              </a>
            </li>
          ))}
        </ul>
      </div>
      {open !== null && (
        <GalleryView
          images={images}
          start={open}
          label={props.headline || w("large_view")}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}

function Thumbnail({ image, sizes, index }: { image: ImageData; sizes: string; index: number }): ReactNode {
  const w = useWords();
  const caption = captionOf(image);
  return (
    <>
      <Picture image={image} className="gallery__picture" sizes={sizes} decorative />
      <span className="visually-hidden">{w("image_open", { name: caption || `${w("image")} ${index + 1}` })}</span>
      {caption && (
        <span className="gallery__caption" aria-hidden="true">
          {caption}
        </span>
      )}
    </>
  );
}
