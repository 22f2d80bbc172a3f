import type { IncomingMessage, ServerResponse } from "node:http";
import { GALLERY, type Gallery } from "../build/preview/gallery.ts";

/** Answers the gallery's own addresses; false for all others. */
export function createGalleryHandler(options: {
  gallery: () => Promise<Gallery>;
  headers: Readonly<Record<string, string>>;
  editHtml?: ((html: string) => string) | undefined;
}) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const [path = "", search = ""] = (request.url ?? "").split("?");
    if (!path.startsWith(GALLERY)) return false;
    const [, name] = /^(\w*)\/?$/.exec(path.slice(GALLERY.length)) ?? [];
    const lang = new URLSearchParams(search).get("lang") === "de" ? "de" : "en";
    const gallery = await options.gallery();
    const html = name === "" ? gallery.index(lang) : gallery.section(name ?? "", lang);
    const { editHtml = (text: string) => text } = options;
    const type = { "content-type": `text/${html ? "html" : "plain"}; charset=utf-8` };
    response.writeHead(html ? 200 : 404, { ...options.headers, ...type, "cache-control": "no-store" });
    response.end(html ? editHtml(html) : "There is no such section.\n");
    return true;
  };
}
