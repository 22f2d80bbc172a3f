import { fullPayload } from "../../kit/document-payload.ts";
import type { Payload } from "../../site/api/payload.ts";

/** The document's data about itself. */
export interface DocumentState {
  payload: Payload;
  /** URLs of the app and of the shared state it was rendered with; together they identify code and state. */
  app: string;
  shared: string;
  /** URL of that state's words, which are those of the newest build. */
  words: string;
  /** Folder URL of the hashed files with a closing slash ("assets base" in the specification). */
  assets: string;
  /** Base path with slashes at both ends. */
  base: string;
}

/** Reads the payload and the URLs that render put into the document. */
export function readDocumentState(document: Document): DocumentState {
  const { app = "", shared = "", words = "" } = document.documentElement.dataset;
  const assets = app.slice(0, app.lastIndexOf("/") + 1);
  // By its kind too: a heading "Payload" has the same id, and comes before it.
  const payload = JSON.parse(document.querySelector("script#payload")?.textContent ?? "null");
  return {
    payload: parsePayload(fullPayload(payload, document.title)),
    app,
    shared,
    words,
    assets,
    base: assets.replace(/_assets\/$/, ""),
  };
}

/** Checks a payload. Payloads come from the app's own build, so only what another build would change is checked. */
export function parsePayload(value: unknown): Payload {
  const payload = value as Payload | null;
  const known = payload?.kind === "page" || payload?.kind === "error";
  if (!known || typeof payload.path !== "string" || !Array.isArray(payload.blocks)) {
    throw new Error("This is not a payload.");
  }
  return payload;
}
