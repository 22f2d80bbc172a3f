import { renderToString } from "react-dom/server";
import type { App as AppType, Components } from "../blocks/app.tsx";
import type { Payload, Shared } from "../content/payload.ts";
import type { DocumentTemplate } from "./document.ts";
import { escapeHtml, scriptJson } from "./escape.ts";
import { headTags, type PageFiles } from "./head.ts";

export interface PageInput {
  payload: Payload;
  /** The same as text. */
  payloadJson: string;
  shared: Shared;
  App: typeof AppType;
  components: Components;
  files: PageFiles;
  document: DocumentTemplate;
  /** Chunks that hold the page's blocks, so that the browser can load them side by side. */
  chunks: readonly string[];
}

/** What React leaves in place of a component that failed inside a boundary; such a page must not be published. */
const FAILED_BOUNDARY = "<!--$!-->";

/** One page as HTML. Pure: app code, shared state and payload are all it sees. */
export function renderPage(input: PageInput): string {
  const { payload, payloadJson, shared, App, components, files, document, chunks } = input;
  const app = renderToString(<App shared={shared} payload={payload} components={components} />);
  if (app.includes(FAILED_BOUNDARY)) throw new Error("a component inside a Suspense boundary failed");
  return document({
    lang: payload.lang,
    attributes: attributes({ "data-app": files.app, "data-shared": files.shared, "data-chunks": chunks.join(" ") }),
    head: headTags(payload, shared, files),
    app,
    payload: scriptJson(payloadJson),
  });
}

function attributes(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join("");
}
