import type { CSSProperties, ReactNode } from "react";
import type { CropData, ImageData } from "../site/api/payload.ts";

export interface ImageProps {
  /** Of an image field; null shows a placeholder. */
  image: ImageData | null;
  /**
   * The same subject in a portrait format, for phones held upright, where a landscape picture would crop its subject.
   */
  upright?: UprightPicture;
  /** The same for larger upright screens, such as a tablet's. */
  tablet?: UprightPicture;
  /** Displayed width, as in the sizes attribute (`coverSizes`). Default: the widest case. */
  sizes?: string;
  /** Of the `<picture>`, beside `picture`. */
  className?: string;
  /** For the page's first large picture only: loaded immediately with high priority. */
  priority?: boolean;
  /** For a small picture at the top of a page, such as a logo: loaded immediately with normal priority. */
  eager?: boolean;
  /** True if the text beside it says the same: the alternative text is empty. */
  decorative?: boolean;
  /** Alternative text if the asset has none, for example the title of the linked page. */
  alt?: string;
}

export interface UprightPicture {
  /** A separate picture, or a crop (`image.crops`). */
  image: CropData | null | undefined;
  sizes?: string;
}

/**
 * A picture that causes no layout shift: with width and height, the best format first, and positioned by its focal
 * point. Without an image a drawn placeholder takes its place.
 *
 * @example
 * export const Hero = ({ photo }: { photo: ImageData | null }) => (
 *   <Image image={photo} sizes="(min-width: 60rem) 50vw, 100vw" priority />
 * );
 */
export function Image({ image, className = "", ...props }: ImageProps): ReactNode {
  if (!image) return <span className={`picture picture--missing ${className}`.trim()} aria-hidden="true" />;
  const { sizes = "100vw", priority = false, eager = priority, decorative = false, alt = "" } = props;
  const upright = props.upright?.image;
  const tablet = props.tablet?.image;
  return (
    <picture className={`picture ${upright ? "picture--upright" : ""} ${className}`.trim().replace("  ", " ")}>
      {upright && uprightSources(upright, PHONE, props.upright?.sizes ?? sizes)}
      {tablet && uprightSources(tablet, TABLET, props.tablet?.sizes ?? sizes)}
      {variantSources(image, sizes).slice(0, image.sources.length - 1 || 1)}
      <img
        src={fallbackOf(image)}
        width={image.width || undefined}
        height={image.height || undefined}
        alt={decorative ? "" : image.alt || alt}
        title={image.title && image.title !== image.alt ? image.title : undefined}
        loading={eager ? undefined : "lazy"}
        // Decoded with the page, so that its first picture does not appear later than the text.
        decoding={priority ? "sync" : undefined}
        fetchPriority={priority ? "high" : undefined}
        style={pointStyle(image, upright, tablet)}
      />
    </picture>
  );
}

export interface CoverBox {
  /** Media condition for this box; none for the last one. */
  media?: string;
  /** Size of the box as CSS lengths. */
  width: string;
  height: string;
}

/**
 * The sizes attribute of a picture with `object-fit: cover`: in a tall box a wide picture is scaled to the box's height
 * and so is wider than the box. With the box's width, browsers would load a file that is too small.
 */
export function coverSizes(image: CropData | null | undefined, boxes: readonly CoverBox[]): string {
  const ratio = image && image.height > 0 ? Math.round((image.width / image.height) * 100) / 100 : 1;
  return boxes
    .map(({ media, width, height }) => `${media ? `${media} ` : ""}max(${width}, ${height} * ${ratio})`)
    .join(", ");
}

/** Portrait phones, with full-screen pictures higher than wide; image.css has the same condition. */
const PHONE = "(max-width: 47.99rem) and (orientation: portrait)";
const TABLET = "(min-width: 48rem) and (max-aspect-ratio: 4 / 5)";

/**
 * Each source has its own width and height; those of the `<img>` are the landscape picture's. With two formats, all
 * browsers of recent years support one of them; older ones show the landscape picture.
 */
function uprightSources(image: CropData, media: string, sizes: string): ReactNode {
  const own = { media, width: image.width || undefined, height: image.height || undefined };
  const variants = variantSources(image, sizes, own);
  return variants.length > 1 ? variants : [...variants, <source key={`any ${media}`} {...own} srcSet={image.src} />];
}

/** The best format in all useful widths; the others, for older browsers, in one file. */
function variantSources({ sources, widths }: CropData, sizes: string, own: object = {}): ReactNode[] {
  const [best, ...others] = sources;
  if (!best) return [];
  return [
    <source
      key={best.type}
      {...own}
      type={best.type}
      srcSet={srcSet(best.src, shownWidths(widths, sizes))}
      sizes={sizes}
    />,
    ...others.map(({ type, src }) => <source key={type} {...own} type={type} srcSet={addressOf(src, widths.at(-1))} />),
  ];
}

/** The URL of the `<img>`: the last format, which all browsers of recent years support. */
function fallbackOf({ src, sources, widths }: CropData): string {
  const last = sources.length > 1 ? sources.at(-1) : undefined;
  return last ? addressOf(last.src, widths.at(-1)) : src;
}

/** Higher pixel densities make no visible difference. */
const DENSITY = 3;
const REM = 16;

/** A picture of fixed size needs no file larger than the densest screen can show. */
function shownWidths(widths: readonly number[], sizes: string): readonly number[] {
  const [, length, unit] = /^(\d+(?:\.\d+)?)(rem|px)$/.exec(sizes) ?? [];
  if (length === undefined) return widths;
  const most = Number(length) * (unit === "rem" ? REM : 1) * DENSITY;
  const enough = widths.findIndex((width) => width >= most);
  return enough < 0 ? widths : widths.slice(0, enough + 1);
}

function pointStyle(image: ImageData, upright?: CropData | null, tablet?: CropData | null): CSSProperties | undefined {
  const points = {
    ...(image.focus && { "--focus-point": image.focus }),
    ...(upright?.focus && { "--upright-point": upright.focus }),
    ...(tablet?.focus && { "--tablet-point": tablet.focus }),
  };
  return Object.keys(points).length > 0 ? (points as CSSProperties) : undefined;
}

function srcSet(src: string, widths: readonly number[]): string {
  return widths.map((width) => `${addressOf(src, width)} ${width}w`).join(", ");
}

function addressOf(src: string, width = 0): string {
  return src.replace("{w}", String(width));
}
