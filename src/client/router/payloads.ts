import { encodeSitePath } from "../../content/rules/encode.ts";
import type { Payload } from "../../site/api/payload.ts";
import { type DocumentState, parsePayload } from "../page/document-state.ts";
import { fetchJson } from "../page/fetch-json.ts";

export interface Payloads {
  /** The signal is the first caller's; a payload that several callers requested is not aborted. */
  get(path: string, options?: Ask): Promise<Payload>;
}

interface Ask {
  priority?: RequestPriority;
  signal?: AbortSignal;
}

const MAX_CACHED = 60;

/**
 * Payloads by site path, each requested once. `_payload.json` names its app and shared state, so that this app never
 * renders a payload of another build.
 */
export function createPayloads(options: {
  documentState: Pick<DocumentState, "base" | "app" | "shared">;
  /** Cache-busting version: the running build's id, or the time. */
  version(): string;
}): Payloads {
  const kept = new Map<string, { asked: Promise<Payload>; signal?: AbortSignal | undefined }>();
  return {
    get(path, ask = {}) {
      const known = kept.get(path);
      if (known && !known.signal?.aborted) return known.asked;
      const asked = load(path, ask);
      const entry = { asked, signal: ask.signal };
      kept.set(path, entry);
      asked.catch(() => {
        if (kept.get(path) === entry) kept.delete(path);
      });
      const oldest = kept.size > MAX_CACHED ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      return asked;
    },
  };

  async function load(path: string, { priority = "high", signal }: Ask): Promise<Payload> {
    const { base, app, shared } = options.documentState;
    const url = `${base}${encodeSitePath(path.slice(1))}_payload.json?${options.version()}`;
    const file = (await fetchJson(url, { priority, signal })) as { app?: string; shared?: string };
    const payload = parsePayload(file);
    const foreign = (file.app ?? app) !== app || (file.shared ?? shared) !== shared;
    // The page has to be loaded in full.
    if (foreign || payload.path !== path) throw new Error(`${url} belongs to another build.`);
    return payload;
  }
}
