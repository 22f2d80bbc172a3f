import type { CSSProperties, ReactNode } from "react";
import type { CropData, ImageData } from "../content/payload.ts";

export interface ImageProps {
  image: ImageData | null;
  /**
   * The same subject in an upright format, for phones held upright: a landscape picture would lose its subject there.
   */
  upright?: UprightPicture;
  /** The same for larger screens held upright, such as a tablet's. */
  tablet?: UprightPicture;
  /** How wide the picture is shown, as the sizes attribute has it; the widest case when left out. See `coverSizes`. */
  sizes?: string;
  className?: string;
  /** Only the page's first large picture: loaded at once and first. */
  priority?: boolean;
  /** A small picture at the top of a page, such as a logo: loaded at once, but not before the large one. */
  eager?: boolean;
  /** True where the words beside the picture already say it: the alternative text is left empty. */
  decorative?: boolean;
  /** Text alternative where the asset has none, for example the title of what is linked. */
  alt?: string;
}

export interface UprightPicture {
  /** A picture of its own, or what is cut of the picture (`image.crops`). */
  image: CropData | null | undefined;
  sizes?: string;
}

/**
 * A picture that never moves the page: width and height always, the best format first, cut around its focal point.
 * Without an image a drawn placeholder keeps the place, because its section was composed with one.
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
        // Decoded with the words beside it: a page's first picture must not pop in after them.
        decoding={priority ? "sync" : undefined}
        fetchPriority={priority ? "high" : undefined}
        style={pointStyle(image, upright, tablet)}
      />
    </picture>
  );
}

export interface CoverBox {
  /** Media condition under which the picture has this box; none for the last one. */
  media?: string;
  /** Width and height of the box as CSS lengths. */
  width: string;
  height: string;
}

/**
 * The sizes attribute of a picture that covers its box: a wide picture in a tall box is as wide as the box's height
 * asks for, not as the box is. With the box's width alone a browser takes a file that is too small.
 */
export function coverSizes(image: CropData | null | undefined, boxes: readonly CoverBox[]): string {
  const ratio = image && image.height > 0 ? Math.round((image.width / image.height) * 100) / 100 : 1;
  return boxes
    .map(({ media, width, height }) => `${media ? `${media} ` : ""}max(${width}, ${height} * ${ratio})`)
    .join(", ");
}

/** Windows in which a full-screen picture is higher than wide; image.css knows them too. */
const PHONE = "(max-width: 47.99rem) and (orientation: portrait)";
const TABLET = "(min-width: 48rem) and (max-aspect-ratio: 4 / 5)";

/**
 * Each says its own width and height: those of the `<img>` are the landscape picture's. Where there are two formats,
 * every browser of the last years has one of them; an older one shows the landscape picture.
 */
function uprightSources(image: CropData, media: string, sizes: string): ReactNode {
  const own = { media, width: image.width || undefined, height: image.height || undefined };
  const variants = variantSources(image, sizes, own);
  return variants.length > 1 ? variants : [...variants, <source key={`any ${media}`} {...own} srcSet={image.src} />];
}

/** The best format in all widths that can be shown; the others, for older browsers, in one. */
function variantSources({ sources, widths }: CropData, sizes: string, own: object = {}): ReactNode[] {
  const [best, ...others] = sources;
  if (!best) return [];
  const fallback = fallbackWidth(widths);
  return [
    <source
      key={best.type}
      {...own}
      type={best.type}
      srcSet={srcSet(best.src, shownWidths(widths, sizes))}
      sizes={sizes}
    />,
    ...others.map(({ type, src }) => <source key={type} {...own} type={type} srcSet={addressOf(src, fallback)} />),
  ];
}

/** What the `<img>` itself names: of several formats the last, which every browser of the last years knows. */
function fallbackOf({ src, sources, widths }: CropData): string {
  const last = sources.length > 1 ? sources.at(-1) : undefined;
  return last ? addressOf(last.src, fallbackWidth(widths)) : src;
}

function fallbackWidth(widths: readonly number[]): number {
  return widths.findLast((width) => width <= FALLBACK_WIDTH) ?? widths[0] ?? 0;
}

/** Fills a phone at its density and half a large window. */
const FALLBACK_WIDTH = 1200;

/** No screen has more pixels to a CSS pixel, as far as a picture's sharpness can be seen. */
const DENSITY = 3;
const REM = 16;

/** A picture of a fixed size needs no file beyond what the densest screen shows of it. */
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

function addressOf(src: string, width: number): string {
  return src.replace("{w}", String(width));
}
