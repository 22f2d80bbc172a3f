/** The prerendered page with all its data and code, to render it anew. */
import type { Shared } from "../site/api/payload.ts";
import type { View } from "./app/client-app.tsx";
import { loadComponents } from "./app/load-components.ts";
import type { DocumentState } from "./page/document-state.ts";
import { createStore } from "./page/storage.ts";
import { saveForms } from "./router/form-state.ts";
import { createPayloads } from "./router/payloads.ts";

/** Loads the page, and saves the visitor's input in forms that are about to be replaced. */
export async function loadWholePage(documentState: DocumentState, shared: Shared): Promise<View> {
  const { payload: own } = documentState;
  const payloads = createPayloads({ documentState, version: () => String(Date.now()) });
  const payload = own.kind === "page" ? await payloads.get(own.path) : own;
  const components = await loadComponents(payload, shared);
  saveForms(createStore(() => sessionStorage));
  return { shared, payload, components };
}
