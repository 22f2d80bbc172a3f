import { encodeSitePath } from "../../content/rules/encode.ts";
import type { Payload, Shared } from "../../site/api/payload.ts";
import { loadComponents } from "../app/load-components.ts";
import { type LatestBuild, readLatest } from "../builds/build-watch.ts";
import { type DocumentState, parsePayload } from "../page/document-state.ts";
import { fetchJson } from "../page/fetch-json.ts";

/** Files that the preview reads. They are on their way before its code is. */
export interface PreviewFiles {
  /** `latest.json`, requested once unless that fails. */
  latest(): Promise<LatestBuild>;
  /** The full payload of the shown page, now; `serve` answers with the draft if the query asks for one. */
  payload(): Promise<Payload>;
}

export function requestFiles(documentState: DocumentState, shared: Shared): PreviewFiles {
  let latest: Promise<LatestBuild> | null = null;
  let payload: Promise<Payload> | null = null;
  if (documentState.payload.kind === "page" && !document.documentElement.dataset.preview) {
    payload = fetchPayload(documentState);
    // Failures are said where the results are waited for.
    payload.then((page) => loadComponents(page, shared)).catch(() => undefined);
  }
  return {
    latest() {
      latest ??= readLatest(documentState.assets).catch((error: unknown) => {
        latest = null;
        throw error;
      });
      return latest;
    },
    payload() {
      const asked = payload ?? fetchPayload(documentState);
      payload = null;
      return asked;
    },
  };
}

async function fetchPayload({ payload, base }: DocumentState): Promise<Payload> {
  const file = `${encodeSitePath(payload.path.slice(1))}_payload.json`;
  return parsePayload(await fetchJson(`${base}${file}${location.search}`, { cache: "no-cache" }));
}
