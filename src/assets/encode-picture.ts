/** Widths and formats of one picture, as bytes. */
import sharp, { type Sharp } from "sharp";
import type { Box } from "../content/assets/crop.ts";
import type { VariantFormat } from "../content/assets/remote-asset.ts";

/** Plain data, since another process does it. */
export interface PictureToEncode {
  path: string;
  /** A crop instead of the whole picture. */
  box: Box | undefined;
  /** Width of the widest variant, also if that one is not wanted. */
  widest: number;
  variants: readonly { format: VariantFormat; width: number; encoding: Encoding }[];
}

export interface Encoding {
  quality: number;
  effort: number;
}

/**
 * The bytes of each variant, in their order. The picture is decoded once: all are made from the pixels of the widest one,
 * whichever of them are wanted, so that the bytes are the same. Throws what sharp throws.
 */
export async function encodePicture({ path, box, widest, variants }: PictureToEncode): Promise<Uint8Array[]> {
  // The bytes of an AVIF depend on the number of threads, whose default depends on the machine and the process.
  sharp.concurrency(1);
  // Each picture is decoded once: what is kept of the last ones takes 90 MB.
  sharp.cache(false);
  const pixels = (image: Sharp, width: number) => image.resize({ width }).raw().toBuffer({ resolveWithObject: true });
  const upright = sharp(path).rotate();
  const whole = await pixels(box ? upright.extract(box) : upright, widest);
  let last = { ...whole, width: widest };
  const made: Uint8Array[] = [];
  for (const { format, width, encoding } of variants) {
    if (width !== last.width) {
      const narrower = () => pixels(sharp(whole.data, { raw: whole.info }), width);
      last = { ...(width === widest ? whole : await narrower()), width };
    }
    made.push(await sharp(last.data, { raw: last.info })[format](encoding).toBuffer());
  }
  return made;
}
