import type { ImageData } from "../../src/site/api/payload.ts";
import { attribute, type HtmlElement } from "./html.ts";

const NAMED = ["src", "poster", "data-app", "data-shared", "data-words", "data-src", "data-lottie", "data-preview"];

/** URLs of all files that an element loads, in all sizes. */
export function* filesOf(one: HtmlElement): Generator<string> {
  const { attributes, tag } = one;
  for (const name of NAMED) {
    const value = attributes.get(name);
    if (!value) continue;
    if (value.startsWith("{")) yield String((JSON.parse(value) as { src: string }).src);
    else yield value;
  }
  if (tag === "link" && /icon|preload|stylesheet|alternate/.test(attribute(one, "rel")) && !attributes.has("hreflang"))
    yield attribute(one, "href");
  for (const name of ["srcset", "imagesrcset"])
    for (const candidate of (attributes.get(name) ?? "").split(/,\s+/).filter(Boolean))
      yield candidate.replace(/\s+\d+[wx]$/, "");
  yield* (attributes.get("data-chunks") ?? "").replace(/#\S*/g, "").split(" ").filter(Boolean);
}

/** URLs of all the site's own files in a payload or shared state, with a picture's variants in all widths. */
export function* filesInJson(value: unknown): Generator<string> {
  if (typeof value === "string") {
    if (/^\/_assets\/\S+$/.test(value)) yield value.replace(/#.*/, "");
  } else if (isImage(value)) {
    yield value.src;
    for (const { src } of value.sources) for (const width of value.widths) yield src.replace("{w}", String(width));
  } else if (typeof value === "object" && value !== null) {
    for (const one of Object.values(value)) yield* filesInJson(one);
  }
}

function isImage(value: unknown): value is ImageData {
  return typeof value === "object" && value !== null && "sources" in value && "widths" in value && "src" in value;
}
