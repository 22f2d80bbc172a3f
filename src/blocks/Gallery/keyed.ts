import type { ImageData } from "../../content/payload.ts";

/** Pictures with keys: an editor may show the same one twice, so its address alone is none. */
export function keyed(images: readonly ImageData[]): { key: string; image: ImageData; index: number }[] {
  return images.map((image, index) => ({ key: `${index} ${image.src}`, image, index }));
}

/** What is said about a picture: its title, else its alternative text. */
export function captionOf(image: ImageData): string {
  return image.title || image.alt;
}
