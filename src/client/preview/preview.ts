import type { ClientApp } from "../app/client-app.tsx";
import type { PageFacts } from "../page/facts.ts";

export interface PreviewHost {
  app: ClientApp;
  facts: PageFacts;
}

/** Loaded only when the visual editor frames the page with its token (src/client/app/run.ts). */
export function startPreview(host: PreviewHost): void {
  document.documentElement.dataset.preview = host.app.view().payload.story?.uuid ?? "";
}
