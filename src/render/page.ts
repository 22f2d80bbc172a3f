import { createElement } from "react";
import type { App as AppType } from "../kit/create-app.tsx";
import { embeddedPayload } from "../kit/document-payload.ts";
import type { Components } from "../kit/site.tsx";
import type { Payload, Shared } from "../site/api/payload.ts";
import { type ByLanguage, forLanguage } from "../site/by-language.ts";
import type { DocumentFunction } from "../site/definition.ts";
import { directionOf, languageOf } from "../site/languages.ts";
import { renderAdditions, renderAttributes } from "./custom-head-tags.ts";
import type { DocumentTemplate } from "./document.ts";
import { scriptJson } from "./escape.ts";
import { headTags, lateStyles, type PageFiles, type PageSheetTags } from "./head.ts";
import { selfCloseEmptyTags } from "./self-close-empty-tags.ts";
import { renderWatched } from "./static-blocks.ts";

export interface PageInput {
  payload: Payload;
  shared: ByLanguage<Shared>;
  App: AppType;
  components: Components;
  files: ByLanguage<PageFiles>;
  document: DocumentTemplate;
  /** The site's own part of the document. */
  Document: DocumentFunction | undefined;
}

/** What the document contains besides the rendered page. */
export interface DocumentInput {
  /** The part of the payload needed for hydration. */
  payload: Payload;
  /** Scripts of the page's blocks, so that the browser can load them in parallel. */
  chunks: readonly string[];
  styles: PageSheetTags;
}

/** React's marker for a component that failed inside a boundary; such a page must not be published. */
const FAILED_BOUNDARY = "<!--$!-->";

/** Renders a page's markup and the document around it. Pure: depends only on app code, shared state and payload. */
export function renderPage(input: PageInput): { html: string; document: (content: DocumentInput) => string } {
  const { payload, App, components } = input;
  const shared = forLanguage(input.shared, payload.lang);
  const files = forLanguage(input.files, payload.lang);
  const language = languageOf(shared.site.languages, payload.lang);
  const text = { locale: payload.head.lang ?? language.locale };
  const own = renderAdditions(input.Document?.({ payload, shared }) ?? {});
  const html = renderWatched(createElement(App, { shared, payload, components }));
  if (html.includes(FAILED_BOUNDARY)) throw new Error("a component inside a Suspense boundary failed");
  return {
    html,
    document: (content) =>
      input.document({
        lang: text.locale,
        attributes:
          renderAttributes({
            ...(directionOf(text) === "rtl" && { dir: "rtl" }),
            "data-app": files.app,
            "data-shared": files.shared,
            "data-words": files.words,
            "data-chunks": content.chunks.join(" "),
          }) + own.html,
        body: own.body,
        start: own.start,
        end: own.end,
        head: headTags(payload, shared, files, content.styles),
        app: selfCloseEmptyTags(html),
        late: `\n${lateStyles(content.styles)}`,
        payload: scriptJson(JSON.stringify(embeddedPayload(content.payload))),
      }),
  };
}
