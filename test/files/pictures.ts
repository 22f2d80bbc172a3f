import sharp from "sharp";

/** A picture in one colour. */
export function picture(
  width: number,
  height: number,
  format: "png" | "jpeg" | "webp" | "avif" = "png",
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#246" } })
    [format]()
    .toBuffer();
}
