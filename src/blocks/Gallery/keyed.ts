import type { ImageData } from "../../site/api/payload.ts";

/** Pictures with unique keys: the same one may occur twice, so its URL is not enough. */
export function keyed(images: readonly ImageData[]): { key: string; image: ImageData; index: number }[] {
  return images.map((image, index) => ({ key: `${index} ${image.src}`, image, index }));
}

/** The caption of a picture: its title, else its alternative text. */
export function captionOf(image: ImageData): string {
  return image.title || image.alt;
}
