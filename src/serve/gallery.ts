import type { IncomingMessage, ServerResponse } from "node:http";
import { CAPTION_STYLES, CAPTIONS_PATH, GALLERY_PATH } from "../preview/gallery-pages.ts";

/** Handles the gallery's URLs; returns false for all others. */
export function createGalleryHandler(options: {
  page: (url: string) => Promise<string | null>;
  headers: Readonly<Record<string, string>>;
  editHtml?: ((html: string) => string) | undefined;
}) {
  const { editHtml = (text: string) => text } = options;
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const url = request.url ?? "";
    if (!url.startsWith(GALLERY_PATH)) return false;
    const answer = (status: number, type: string, text: string) => {
      const headers = { "content-type": `text/${type}; charset=utf-8`, "cache-control": "no-store" };
      response.writeHead(status, { ...options.headers, ...headers });
      response.end(text);
    };
    if (url === CAPTIONS_PATH) {
      answer(200, "css", CAPTION_STYLES);
      return true;
    }
    const html = await options.page(url);
    if (html) answer(200, "html", editHtml(html));
    else answer(404, "plain", "There is no such block.\n");
    return true;
  };
}
