/** Widths and formats of one picture, as bytes. */
import sharp from "sharp";
import type { Box } from "../content/assets/crop.ts";
import type { VariantFormat } from "../content/assets/remote-asset.ts";

/** Plain data, since another process does it. */
export interface PictureToEncode {
  path: string;
  /** A crop instead of the whole picture. */
  box: Box | undefined;
  /** Width of the widest variant, also if that one is not wanted. */
  widest: number;
  variants: readonly { format: VariantFormat; width: number; quality: number }[];
}

/**
 * So that a first build is fast. AVIF at effort 0 is several times as fast as at 2 and a sixth larger, WebP twice as
 * fast and a fifth larger. Colours of half the resolution, as in every JPEG and WebP, are a quarter faster than of the
 * whole one and not larger (root mean square error 2.91 instead of 2.68 at 800 px, which nobody sees). Raise ENCODER_VERSION with them.
 */
const FAST = { effort: 0, chromaSubsampling: "4:2:0" };

/**
 * The bytes of each variant, in their order. The picture is decoded once: all are made from the pixels of the widest one,
 * whichever of them are wanted, so that the bytes are the same. Throws what sharp throws.
 */
export async function encodePicture({ path, box, widest, variants }: PictureToEncode): Promise<Uint8Array[]> {
  // The bytes of an AVIF depend on the number of threads, whose default depends on the machine and the process.
  sharp.concurrency(1);
  // Each picture is decoded once: what is kept of the last ones takes 90 MB.
  sharp.cache(false);
  const upright = sharp(path).rotate();
  const pixels = (box ? upright.extract(box) : upright).resize({ width: widest }).raw();
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  const made: Uint8Array[] = [];
  for (const { format, width, quality } of variants) {
    const variant = sharp(data, { raw: info }).resize({ width });
    made.push(await variant[format]({ ...FAST, quality }).toBuffer());
  }
  return made;
}
