/** The door for `sitegen serve`: what it loads again when code has changed. Bundled as an entry of its own. */
import type { DraftRenderer } from "../serve/preview.ts";
import { createDraftRenderer, type DraftRendererOptions } from "./draft-renderer.ts";
import { createGallery, type Gallery, type GalleryOptions } from "./gallery.ts";

export function openDrafts(options: DraftRendererOptions): Promise<DraftRenderer> {
  return createDraftRenderer(options);
}

export function openGallery(options: GalleryOptions): Promise<Gallery> {
  return createGallery(options);
}
