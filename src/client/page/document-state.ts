import type { Payload } from "../../content/payload.ts";
import { fullPayload } from "../../kit/document-payload.ts";

/** What the document says about itself. */
export interface DocumentState {
  payload: Payload;
  /** Addresses of the app and of the shared state it was rendered with: together they name the code and state. */
  app: string;
  shared: string;
  /** Folder of the hashed files, with a slash at the end: the specification's "assets base". */
  assets: string;
  /** Base path with slashes at both ends. */
  base: string;
}

/** Reads the payload and the addresses that render put into the document. */
export function readDocumentState(document: Document): DocumentState {
  const { app = "", shared = "" } = document.documentElement.dataset;
  const assets = app.slice(0, app.lastIndexOf("/") + 1);
  return {
    payload: parsePayload(
      fullPayload(JSON.parse(document.getElementById("payload")?.textContent ?? "null"), document.title),
    ),
    app,
    shared,
    assets,
    base: assets.replace(/_assets\/$/, ""),
  };
}

/** Parses payloads. They come from the same build as the app, so only what a mix-up would change is checked. */
export function parsePayload(value: unknown): Payload {
  const payload = value as Payload | null;
  const known = payload?.kind === "page" || payload?.kind === "error";
  if (!known || typeof payload.path !== "string" || !Array.isArray(payload.blocks)) {
    throw new Error("This is not a payload.");
  }
  return payload;
}
