/** The door for `sitegen serve`: what it loads again when code has changed. Bundled as an entry of its own. */
import type { DraftRenderer } from "../../serve/preview.ts";
import { createGallery, type Gallery, type GalleryOptions } from "./gallery.ts";
import { createPreviewWorld, type PreviewWorldOptions } from "./preview-world.ts";

export function openDrafts(options: PreviewWorldOptions): Promise<DraftRenderer> {
  return createPreviewWorld(options);
}

export function openGallery(options: GalleryOptions): Promise<Gallery> {
  return createGallery(options);
}
