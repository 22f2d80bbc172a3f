/** Drafts and the gallery of a site, opened when one is first asked for. */
import { createLazyValue } from "../util/lazy-value.ts";
import { createDraftRenderer, type DraftRenderer, type DraftRendererOptions } from "./draft-renderer.ts";
import { createGallery, type GalleryOptions, galleryPage } from "./gallery.ts";

/** What is rendered on request, in this process or another one. */
export interface DraftHandlers {
  draft: DraftRenderer["render"];
  draftFile: DraftRenderer["file"];
  /** By URL; null if there is no such page. */
  gallery(url: string): Promise<string | null>;
}

/** `code`: what to render with; default: the state folder's. `drop` forgets what was made with older code or content. */
export function createDraftHandlers(
  options: Omit<DraftRendererOptions & GalleryOptions, "code"> & { code?: () => Promise<GalleryOptions["code"]> },
): DraftHandlers & { drop(): void } {
  const withCode = async () => ({ ...options, code: await options.code?.() });
  const drafts = createLazyValue(
    async () => createDraftRenderer(await withCode()),
    (renderer) => renderer.close(),
  );
  const gallery = createLazyValue(async () => createGallery(await withCode()));
  return {
    async draft(request) {
      for (;;) {
        const opened = drafts.get();
        const page = await (await opened).render(request);
        // Of one that was dropped meanwhile, the page's files are gone.
        if (opened === drafts.get()) return page;
      }
    },
    draftFile: async (path) =>
      (await (await drafts.peek())?.file(path)) ?? (await (await gallery.peek())?.file(path)) ?? null,
    gallery: async (url) => galleryPage(url, await gallery.get()),
    drop() {
      drafts.drop();
      gallery.drop();
    },
  };
}
